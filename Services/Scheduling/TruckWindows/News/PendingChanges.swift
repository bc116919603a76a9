import Contracts
import Kernel
import ServiceKit

/// Makes changes, or keeps them until the news of their subjects comes.
struct PendingChanges {
    let tx: TruckWindowsTransaction
    init(_ tx: TruckWindowsTransaction) { self.tx = tx }

    /// News takes milliseconds. After this time a subject that nobody told of does not exist.
    static let patience: Duration = .seconds(2)

    func run(_ change: PendingChange) throws -> ChangeAnswer {
        guard let missing = try change.missing(in: tx) else { return .now(try change.apply(in: tx)) }
        let request = tx.messageID
        try tx.pendingChanges.insert(change, of: request, awaiting: missing)
        try tx.schedule(EndPendingChange.timer(request), at: tx.now + Self.patience, EndPendingChange(requestId: request))
        return .later(tx.deferred())
    }

    func heard(of subject: PendingChange.Subject) throws {
        for (request, change) in try tx.pendingChanges.awaiting(subject) {
            if let missing = try change.missing(in: tx) {
                try tx.pendingChanges.wait(request, for: missing)
                continue
            }
            try tx.pendingChanges.delete(request)
            tx.cancelTimer(EndPendingChange.timer(request))
            switch try tx.savepoint({ try change.apply(in: tx) }) {
            case .success(let answer): try tx.answer(request, with: answer)
            case .failure(let refusal): tx.answer(request, with: refusal)
            }
        }
    }

    func end(_ request: String) throws {
        guard let change = try tx.pendingChanges.find(request) else { return }
        try tx.pendingChanges.delete(request)
        tx.answer(request, with: try change.refusal(in: tx))
    }
}
