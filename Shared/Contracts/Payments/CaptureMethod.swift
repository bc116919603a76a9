/// When a payment takes the money.
public enum CaptureMethod: String, Codable, Sendable, CaseIterable {
    /// At once.
    case automatic
    /// The card's bank sets the money aside; `CaptureIntent` takes what is due of it.
    case manual
}
