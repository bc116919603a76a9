import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// The time of a held message has come.
public struct EvaluateCandidate: Command {
    public static let type: MessageType = "notifications.evaluate.v1"
    public let candidateId: String
    public init(candidateId: String) { self.candidateId = candidateId }

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        // Settled meanwhile, or moved: then another timer stands for it.
        guard let stored = try tx.candidates.find(candidateId), stored.state == .held, (stored.until ?? tx.now) <= tx.now else {
            return NoContent()
        }
        let store = try DecisionContext(tx)
        store.know(stored)
        try Engine(store).reconsider(stored.candidate, at: tx.now)
        return NoContent()
    }
}

/// A digest leaves.
public struct FlushDigest: Command {
    public static let type: MessageType = "notifications.flush-digest.v1"
    public let recipientId: String
    public let digest: String
    public let bucket: String
    /// Of the message it becomes.
    public let id: String
    public init(recipientId: String, digest: String, bucket: String, id: String) {
        (self.recipientId, self.digest, self.bucket, self.id) = (recipientId, digest, bucket, id)
    }

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let entries = try tx.candidates.entries(of: bucket, recipient: recipientId)
        // The latest entry says when it leaves; nothing is left when it was emptied.
        guard let until = entries.last?.until, until <= tx.now else { return NoContent() }
        let store = try DecisionContext(tx)
        for entry in entries { store.know(entry) }
        // Made of given facts alone, it has given facts.
        store.isFixed = entries.allSatisfy(\.isFixed)
        let decision = try Engine(store).flush(digest, entries.map(\.candidate), id: id, until: until, at: tx.now)
        for entry in entries {
            try tx.feed.leaveDigest(entry.candidate.id, of: User.ID(recipientId), on: decision?.channels ?? [], at: tx.now)
        }
        return NoContent()
    }
}

/// Something changed that held messages hang on: they are decided again, in slices.
public struct ReconsiderHeld: Command {
    public static let type: MessageType = "notifications.reconsider-held.v1"
    /// Nil: about anything (the policy changed).
    public let subject: String?
    public let after: String?
    public init(subject: String?, after: String? = nil) { (self.subject, self.after) = (subject, after) }
    public static let sliceMax = 500

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let ids = try tx.candidates.held(about: subject, after: after ?? "", limit: Self.sliceMax)
        try Self.reconsider(try ids.compactMap { try tx.candidates.find($0) }, in: tx)
        if ids.count == Self.sliceMax, let last = ids.last {
            try tx.schedule("reconsider:\(subject ?? "")", at: tx.now, ReconsiderHeld(subject: subject, after: last))
        }
        return NoContent()
    }

    /// In the order in which they would have been due.
    package static func reconsider(_ waiting: [StoredCandidate], in tx: NotificationsTransaction) throws {
        guard !waiting.isEmpty else { return }
        let store = try DecisionContext(tx)
        let held = waiting.filter { $0.state == .held }.sorted { ($0.timerId ?? "", $0.candidate.id) < ($1.timerId ?? "", $1.candidate.id) }
        for stored in held {
            // One of them may have replaced another.
            guard let fresh = try tx.candidates.find(stored.candidate.id), fresh.state == .held else { continue }
            store.know(fresh)
            try Engine(store).reconsider(fresh.candidate, at: tx.now)
        }
    }
    package static func reconsider(of recipient: String, in tx: NotificationsTransaction) throws {
        try reconsider(try tx.candidates.waiting(of: recipient), in: tx)
    }
}
