import CatalogKit
import Contracts
import Kernel

/// A kind of ticket of an event: its price, its stock, and when it sells.
package struct TicketType: Sendable, Equatable {
    package enum State: String, Sendable { case onSale = "on-sale", notStarted = "not-started", ended, paused, soldOut = "sold-out" }

    package let id: TicketTypeID
    package var name: String
    package var description: String?
    /// Minor units of the tenant's currency.
    package var price: Int
    package var stock: Stock
    package var minPerOrder: Int
    package var maxPerOrder: Int
    package var salesStart: Timestamp?
    package var salesEnd: Timestamp?
    package var isPaused: Bool
    package var position: Int
    /// Face value of what is sold, in minor units.
    package var gross: Int

    package init(id: TicketTypeID, name: String, description: String? = nil, price: Int, stock: Stock, minPerOrder: Int = 1,
                 maxPerOrder: Int = 10,
                 salesStart: Timestamp? = nil, salesEnd: Timestamp? = nil, isPaused: Bool = false, position: Int = 0, gross: Int = 0) {
        (self.id, self.name, self.description, self.price, self.stock) = (id, name, description, price, stock)
        (self.minPerOrder, self.maxPerOrder, self.salesStart, self.salesEnd) = (minPerOrder, maxPerOrder, salesStart, salesEnd)
        (self.isPaused, self.position, self.gross) = (isPaused, position, gross)
    }

    package func state(at now: Timestamp, of event: Event) -> State {
        if isPaused { return .paused }
        guard event.isTicketSalesOpen(at: now) || event.life == .draft else { return .ended }
        if let salesEnd, now >= salesEnd { return .ended }
        if let salesStart, now < salesStart { return .notStarted }
        return stock.available == 0 ? .soldOut : .onSale
    }
    /// On sale, whether or not any are left.
    package func isOnSale(at now: Timestamp, of event: Event) -> Bool {
        switch state(at: now, of: event) {
        case .onSale, .soldOut: true
        case .notStarted, .ended, .paused: false
        }
    }
}
