import Contracts
import Kernel
import Messaging
import ServiceKit

/// A change that may be about something scheduling has not heard of yet: areas are added in the catalog and trucks in orders, and a
/// client that got its 201 there may be faster than the news.
enum PendingChange: Codable, Sendable {
    case schedule(SetAreaSchedule)
    case roster(SetTruckRoster)

    /// What a change is about.
    enum Subject: Hashable {
        case area(ServiceAreaID)
        case truck(TruckID)
        var key: String {
            switch self {
            case .area(let id): "area:\(id)"
            case .truck(let id): "truck:\(id)"
            }
        }
    }

    /// The first subject that nobody told of yet. Nil: the change can be made.
    func missing(in tx: TruckWindowsTransaction) throws -> Subject? {
        switch self {
        case .schedule(let change): return try tx.areas.find(change.areaId) == nil ? .area(change.areaId) : nil
        case .roster(let change):
            guard try tx.rosters.knows(change.truckId) else { return .truck(change.truckId) }
            // What is wrong with the list is said before anybody waits for its areas.
            guard let roster = try? change.checked() else { return nil }
            return try roster.rows.first { try tx.areas.find($0.areaId) == nil }.map { .area($0.areaId) }
        }
    }

    func apply(in tx: TruckWindowsTransaction) throws -> JSONValue {
        switch self {
        case .schedule(let change): try change.apply(in: tx)
        case .roster(let change): try change.apply(in: tx)
        }
    }

    /// The answer when the news does not come: it does not exist.
    func refusal(in tx: TruckWindowsTransaction) throws -> Rejection {
        switch self {
        case .schedule: return .notFound
        case .roster(let change):
            guard try tx.rosters.knows(change.truckId) else { return .notFound }
            var check = Validation()
            for (place, row) in try change.checked().rows.enumerated() where try tx.areas.find(row.areaId) == nil {
                check.fail("\(place).areaId", "is not a service area")
            }
            return .invalid(check.errors)
        }
    }
}

/// The answer to a change: at once, or when the news of its subject comes.
package enum ChangeAnswer: AnswerShape, Sendable {
    case now(JSONValue)
    case later(Deferred)

    package func reply() throws -> Reply {
        switch self {
        case .now(let answer): try Reply(answer: answer)
        case .later(let deferred): try deferred.reply()
        }
    }
    package func encode(to encoder: any Encoder) throws {
        if case .now(let answer) = self { try answer.encode(to: encoder) }
    }
}
