import Kernel
import Messaging

/// The generations of a service's keys to publish, computed from what its shards have in their files.
///
/// The signing key verifies. Its predecessor verifies until everything it signed has expired; its successor verifies
/// before it signs.
public struct KeySet: Sendable, Equatable {
    /// The generation that others seal to.
    public let active: Int
    public let announced: Int
    /// Use → the oldest generation that still verifies.
    private let oldest: [String: Int]

    /// - Parameter lives: use → lifetime of what was signed, see `ServiceContents.signingKeyLives`.
    public init(_ shards: [KeyGenerations], lives: [String: Duration], now: Timestamp) throws {
        active = shards.map(\.active).max() ?? 1
        announced = shards.map(\.announced).max() ?? 1
        // A shard that lags behind still signs with its own generation, so the slowest shard decides.
        oldest = lives.mapValues { life in
            shards.map { shard in shard.activations.last { $0.at + life <= now }?.generation ?? 1 }.min() ?? 1
        }
    }

    /// Generations whose signatures are valid. A use that does not rotate has only the first.
    public func verifying(_ use: String) -> ClosedRange<Int> { oldest[use].map { $0...max($0, announced) } ?? 1...1 }
    /// Expired generations.
    public func retired(_ use: String) -> Range<Int> { 1..<(oldest[use] ?? 1) }
}
