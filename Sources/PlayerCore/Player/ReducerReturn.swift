/// Whether, and for how long, the return of a lost route resumes: R3, R12.
extension PlayerState {
  /// The window for the return of `lost`; nil: it resumes nothing.
  func resumeWindow(of lost: Route) -> Duration? {
    guard lost.privacy != .everybody, volume.onPlug(of: lost.id, under: settings) == .resume else { return nil }
    let window =
      if [.bluetoothA2DP, .bluetoothHFP, .bluetoothLE].contains(lost.port) {
        bluetoothWindow(after: facts.loss(of: lost.id))
      } else {
        settings.resumeWindow
      }
    return window > .zero ? window : nil
  }

  /// Why a Bluetooth device went may be known only after its loss: then that decides.
  mutating func noteLossReason() {
    guard let resume = pendingResume, let loss = facts.loss(of: resume.route) else { return }
    let window = bluetoothWindow(after: loss)
    guard window != resume.window else { return }
    guard window > .zero else {
      pendingResume = nil
      note(.returnForgotten(.putAway))
      return
    }
    pendingResume?.until = resume.until.map { $0 + (window - resume.window) }
    pendingResume?.window = window
  }

  /// Who walked off comes back, at some time; who has switched the device off, or taken it elsewhere, wants no music
  /// when it is connected again. As long as nobody says which it was, only a quick return is a walk.
  private func bluetoothWindow(after loss: BluetoothFacts.Loss?) -> Duration {
    switch loss {
    case .timedOut: settings.resumeWindow
    case .byDevice, .byComputer: .zero
    case nil: min(settings.bluetoothResumeWindow, settings.resumeWindow)
    }
  }
}

extension Facts {
  /// Why the Bluetooth device with the route `id` went, as far as anybody said.
  fileprivate func loss(of id: RouteID) -> BluetoothFacts.Loss? {
    bluetooth.first { RouteID(.bluetooth, of: $0.address) == id && !$0.isReachable }?.loss
  }
}
