import Contracts
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// The timer of a truck that waits for its area: the news of it has not come.
package struct AnswerTruckRequest: Command {
    package static let type: MessageType = "orders.answer-truck-request.v1"
    /// As long as a change of the catalog may take.
    static let wait: Duration = .seconds(2)
    package let request: String
    package init(request: String) { self.request = request }

    static func timer(_ request: String) -> String { "truck-request:\(request)" }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        try TruckRequests(tx).settle(request)
        return NoContent()
    }
}

/// The catalog told of an area: trucks that wait for it are added or moved there.
struct OnAreaOfTruckChanged: Reaction {
    func handle(_ event: ServiceAreaChanged, in tx: OrdersTransaction) throws {
        for request in try tx.truckRequests.all(of: event.areaId) { try TruckRequests(tx).settle(request) }
    }
}

/// What a dispatcher wants of a truck.
enum TruckWish: Codable, Sendable {
    case create(CreateTruck)
    case change(ChangeTruck)

    func read(in tx: OrdersTransaction) throws -> TruckEditor {
        switch self {
        case .create(let wish): try wish.read(in: tx)
        case .change(let wish): try wish.read(in: tx)
        }
    }
    func apply(in tx: OrdersTransaction) throws -> TruckMade {
        switch self {
        case .create(let wish): try wish.create(in: tx)
        case .change(let wish): try wish.change(in: tx)
        }
    }
}

/// A truck as it became.
package typealias TruckMade = Answer<TruckAnswer>

/// The truck, or the wait for its area.
package enum TruckReply: AnswerShape, Sendable {
    case made(TruckMade)
    case waiting(Deferred)

    package func reply() throws -> Reply {
        switch self {
        case .made(let made): try made.reply()
        case .waiting(let wait): try wait.reply()
        }
    }
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .made(let made): try made.encode(to: encoder)
        case .waiting(let wait): try wait.encode(to: encoder)
        }
    }
}

/// Trucks whose area was not known when somebody named it: the news of an area may be slower than who added it. Other wrong fields
/// wait with it, so that one answer names them all.
struct TruckRequests {
    let tx: OrdersTransaction
    init(_ tx: OrdersTransaction) { self.tx = tx }

    func run(_ wish: TruckWish) throws -> TruckReply {
        let editor = try wish.read(in: tx)
        guard let area = editor.areaId, try !editor.isAreaKnown(in: tx) else { return .made(try wish.apply(in: tx)) }
        try tx.truckRequests.insert(tx.messageID, wish, of: area)
        try tx.schedule(AnswerTruckRequest.timer(tx.messageID), at: tx.now + AnswerTruckRequest.wait,
                        AnswerTruckRequest(request: tx.messageID))
        return .waiting(tx.deferred())
    }

    /// Makes the change, or answers why it cannot be made.
    func settle(_ request: String) throws {
        guard let wish = try tx.truckRequests.take(request) else { return }
        tx.cancelTimer(AnswerTruckRequest.timer(request))
        switch try tx.savepoint({ try wish.apply(in: tx) }) {
        case .success(let made): try tx.answer(request, with: made)
        case .failure(let rejection): tx.answer(request, with: rejection)
        }
    }
}
