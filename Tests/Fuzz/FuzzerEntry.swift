import Glibc

/// What CANS_FUZZ_TARGET names.
private let target: FuzzTarget = {
  guard let name = getenv("CANS_FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) else {
    fatalError("CANS_FUZZ_TARGET names no fuzz target")
  }
  return target
}()

/// libFuzzer's interface: called again and again, with the bytes that it makes up.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // libFuzzer has no other thread.
  MainActor.assumeIsolated { target.run(bytes) }
  return 0
}
