import Kernel

/// How much more than the authorised amount a capture may be.
public struct CaptureTerms: SharedSettings {
    public static let owner: ServiceName = "payments-stub"

    /// Percent of the authorised amount.
    public let overCapturePercent: Int

    private enum Key: String, CodingKey { case overCapturePercent }
    public init(from decoder: any Decoder) throws {
        overCapturePercent = try decoder.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: .overCapturePercent) ?? 0
    }
}
