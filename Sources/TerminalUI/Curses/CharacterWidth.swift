internal import CNcurses

/// The columns that ncurses counts for `scalar` – it asks the C library as we do –, or
/// nil if the locale cannot show it.
func columns(of scalar: Unicode.Scalar) -> Int? {
  let columns = wcwidth(wchar_t(bitPattern: scalar.value))
  return columns < 0 ? nil : Int(columns)
}
