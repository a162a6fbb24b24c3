/// A Bluetooth device that sound can go to, from its connection until BlueZ has forgotten the loss.
public struct BluetoothFacts: Equatable, Sendable {
  /// Why a device went (org.bluez.Device1, Disconnected): BlueZ 5.66 does not say.
  public enum Loss: String, Hashable, Sendable {
    /// The link timed out: whoever wears it walked off.
    case timedOut
    /// It was ended by the device: switched off, or taken by another computer.
    case byDevice
    /// It was ended here.
    case byComputer
  }

  /// Its address, "00:11:22:33:44:55".
  public var address: String
  /// Its name for people.
  public var name: String
  /// How sound gets there: `bluetoothA2DP`, `bluetoothHFP` or `bluetoothLE`.
  public var port: Port
  /// Whether there is a transport for sound, which goes two seconds before the connection does.
  public var isReachable: Bool
  /// Its battery in percent, if it says.
  public var battery: Int?
  /// Why it went, as far as anybody said; nil while it is there.
  public var loss: Loss?

  /// A device's facts.
  public init(
    address: String, name: String, port: Port = .bluetoothA2DP, isReachable: Bool = true, battery: Int? = nil,
    loss: Loss? = nil
  ) {
    self.address = address
    self.name = name
    self.port = port
    self.isReachable = isReachable
    self.battery = battery
    self.loss = loss
  }
}
