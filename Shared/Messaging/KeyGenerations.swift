import GRDB
import Kernel

/// How far a shard's log has gone in renewing its service's keys (`platform.rotate-keys.v1`).
public struct KeyGenerations: Sendable, Equatable {
    public struct Activation: Sendable, Equatable {
        public let generation: Int
        public let at: Timestamp
    }
    /// The newest whose public halves the platform must know.
    public let announced: Int
    /// The one that signs.
    public let active: Int
    /// When later ones than the first began to sign, oldest first.
    public let activations: [Activation]

    public init(_ db: Database) throws {
        let rows =
            try Row.fetchAll(try db.cachedStatement(sql: "SELECT generation, activated_at FROM souk_key_generation ORDER BY generation"))
        announced = rows.last.map { $0[0] as Int } ?? 1
        activations = rows.compactMap { row in
            (row[1] as Int64?).map { Activation(generation: row[0], at: Timestamp(millisecondsSinceEpoch: $0)) }
        }
        active = activations.last?.generation ?? 1
    }
}

/// A private signing key of a service, and the name its public half is published under.
public struct SigningKey: Sendable {
    public let kid: String
    /// Ed25519 seed, 32 bytes.
    public let seed: [UInt8]
}
