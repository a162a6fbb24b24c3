public import AudioEngine
internal import CAlsa
internal import Glibc
public import PlayerCore

/// Records from an ALSA device by name.
public final class ALSACapture: Capture {
  private let name: String
  private var pcm: PCMHandle?
  /// The PCM's descriptors and, last, the one to be woken by.
  private var polled: [pollfd] = []

  /// A capture of the device that ALSA knows as `deviceName`: "default", "hw:0,0", … Nothing is opened yet.
  public init(deviceName: String) { name = deviceName }

  /// Opens the device: as it is, or else through what converts for it. Where it is busy, missing or forbidden no other
  /// way is tried.
  public func open(near rate: SampleRate, demand: RateDemand) throws(OutputProblem) -> OpenedCapture {
    close()
    var refusal: ALSAError?
    let ways: [(name: String, conversion: PCMHandle.Conversion)] = [
      (name, .none), (name, .any), (ALSAOutput.plugged(name), .any),
    ]
    for way in ways {
      do throws(ALSAError) {
        let handle = try PCMHandle(name: way.name, conversion: way.conversion, direction: SND_PCM_STREAM_CAPTURE)
        do throws(ALSAError) {
          let opened = try handle.negotiateCapture(near: rate, demand: demand, named: way.name)
          polled = [pollfd](repeating: pollfd(), count: handle.descriptorCount + 1)
          pcm = consume handle
          return opened
        } catch {
          refusal = error
        }
      } catch {
        if let refusal { throw refusal.problem }
        throw openingProblem(error, device: name)
      }
    }
    throw .formatRefused
  }

  /// Starts recording; frames from before an overrun are gone.
  public func start() throws(CaptureFault) {
    do throws(OutputFault) {
      try pcm?.prepare()
      try pcm?.start()
    } catch {
      throw CaptureFault(error)
    }
  }

  /// Takes what was recorded.
  public func read(_ samples: UnsafeMutableRawPointer, frames: Int) throws(CaptureFault) -> Int {
    do throws(OutputFault) { return try pcm?.read(samples, frames: frames) ?? 0 } catch { throw CaptureFault(error) }
  }

  /// Polls the PCM and `wake`.
  public func wait(wake: Int32, milliseconds: Int32) {
    guard !polled.isEmpty else { return }
    let last = polled.count - 1
    polled[last] = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    polled.withUnsafeMutableBufferPointer { entries in
      let base = entries.baseAddress!
      _ = pcm?.fill(base, count: last)
      guard poll(base, nfds_t(entries.count), milliseconds) > 0 else { return }
      _ = pcm?.isReady(base, count: last)
    }
  }

  /// Closes the PCM.
  public func close() { pcm = nil }
}

extension CaptureFault {
  fileprivate init(_ fault: OutputFault) {
    switch fault {
    case .underrun, .suspended: self = .overrun
    case .lost(let problem): self = .lost(problem)
    }
  }
}
