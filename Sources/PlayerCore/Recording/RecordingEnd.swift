/// Why a recording has ended (R30). The file is complete and playable in every case.
public enum RecordingEnd: Hashable, Sendable {
  /// Somebody wanted it to.
  case asked
  /// The microphone is gone, or gives nothing any more.
  case microphoneLost(OutputProblem)
  /// The microphone's plug was pulled, or a sound server has moved to another one: it is not followed there.
  case microphoneChanged
  /// There is no room left on the disk.
  case diskFull
  /// The file cannot be written any more; the system's words.
  case writingFailed(String)

  /// Whether the microphone is what was lost.
  public var isLoss: Bool {
    switch self {
    case .microphoneLost, .microphoneChanged: true
    case .asked, .diskFull, .writingFailed: false
    }
  }

  /// What became of the recording into `file` from `device`, for people; nil where nothing went wrong.
  public func complaint(file: String, device: String) -> String? {
    switch self {
    case .asked: nil
    case .microphoneLost(.noDevice), .microphoneChanged:
      "the microphone is gone; \(file) holds what was recorded until then"
    case .microphoneLost(let problem): "\(problem.text(recordingFrom: device)); \(file) holds what was recorded"
    case .diskFull: "the disk is full; \(file) holds what was recorded until then"
    case .writingFailed(let reason): "\(file) cannot be written: \(reason)"
    }
  }
}

extension OutputProblem {
  /// What is wrong with the device `name` that is to be recorded from, for people.
  public func text(recordingFrom name: String) -> String {
    switch self {
    case .noDevice: "there is no microphone \"\(name)\" (arecord -L lists them)"
    default: text(device: name)
    }
  }
}
