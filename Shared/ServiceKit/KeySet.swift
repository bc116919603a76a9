import Kernel
import Messaging

/// Which generations of a service's keys the platform is told, from what its shards have in their files.
///
/// A key that signs is verified; the one before it is verified until everything it signed has ended; an announced one is verified before it signs.
public struct KeySet: Sendable, Equatable {
    /// What others seal to.
    public let active: Int
    public let announced: Int
    /// Use → the oldest generation that still verifies.
    private let oldest: [String: Int]

    /// - Parameter lives: use → how long what was signed lives, see `ServiceContents.signingKeyLives`.
    public init(_ shards: [KeyGenerations], lives: [String: Duration], now: Timestamp) throws {
        active = shards.map(\.active).max() ?? 1
        announced = shards.map(\.announced).max() ?? 1
        // A shard that is behind still signs with its own generation, so the slowest one decides.
        oldest = lives.mapValues { life in
            shards.map { shard in shard.activations.last { $0.at + life <= now }?.generation ?? 1 }.min() ?? 1
        }
    }

    /// Generations whose signatures count. A use that does not rotate has the first one only.
    public func verifying(_ use: String) -> ClosedRange<Int> { oldest[use].map { $0...max($0, announced) } ?? 1...1 }
    /// Generations whose time is over.
    public func retired(_ use: String) -> Range<Int> { 1..<(oldest[use] ?? 1) }
}
