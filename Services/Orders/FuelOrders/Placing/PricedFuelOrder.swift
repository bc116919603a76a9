import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersKit
import OrdersVehicles

/// What an order costs, for which vehicle: its quote, or what is in force now. The first check that fails answers: vehicle, place,
/// quote.
struct PricedFuelOrder {
    let quote: FuelQuote
    let vehicle: Vehicle
    /// The quote that it uses up.
    let usedQuote: QuoteID?
    /// Its quote has expired, and the present price is within the customer's limit.
    let isRepriced: Bool

    init(_ wish: FuelOrderForm, of customer: User.ID, in tx: OrdersTransaction) throws {
        switch wish.price {
        case .draft(let request): try self.init(wish, request, of: customer, in: tx)
        case .quote(let id): try self.init(wish, try tx.fuelQuotes.require(id, of: customer), of: customer, in: tx)
        }
    }

    /// Without a quote: priced when the order comes in.
    private init(_ wish: FuelOrderForm, _ request: FuelQuoteRequest, of customer: User.ID, in tx: OrdersTransaction) throws {
        vehicle = try Self.freeVehicle(request.vehicle, of: customer, in: tx)
        let quoting = FuelQuoting<FuelSale>(tx)
        _ = try quoting.vehicle(for: request, of: customer)
        _ = try quoting.place(for: request, of: customer)
        guard request.scheduleType.rawValue == wish.schedule.rawValue else { throw Rejection.quoteMismatch }
        quote = try quoting.quote(request, for: customer, id: tx.newID())
        (usedQuote, isRepriced) = (nil, false)
        try Self.require(quote, within: wish.maxTotal, at: tx.now)
    }

    private init(_ wish: FuelOrderForm, _ quoted: FuelQuote, of customer: User.ID, in tx: OrdersTransaction) throws {
        vehicle = try Self.freeVehicle(quoted.vehicle, of: customer, in: tx)
        let quoting = FuelQuoting<FuelSale>(tx), settings = tx.fuelOrderSettings, now = tx.now.wholeSeconds
        try quoting.require(vehicle, takes: quoted.fuelType)
        guard vehicle.tank >= quoted.maxGallons else { throw Rejection.quoteMismatch }
        let isLive = now < quoted.expiresAt
        let isHonoured = wish.createdAt < quoted.expiresAt && now < quoted.expiresAt + .minutes(settings.offlineGraceMinutes)
        let request = FuelQuoteRequest(of: quoted)
        if !isLive, !isHonoured { _ = try quoting.place(for: request, of: customer) }
        guard quoted.orderID == nil else { throw Rejection.quoteUsed }
        guard quoted.scheduleType.rawValue == wish.schedule.rawValue else { throw Rejection.quoteMismatch }
        guard wish.createdAt >= quoted.createdAt - Self.before else {
            throw Rejection.invalid(["createdAt": ["must not be before the quote"]])
        }
        usedQuote = quoted.id
        isRepriced = !isLive && !isHonoured
        guard isRepriced else {
            quote = quoted
            return
        }
        quote = try quoting.quote(request, for: customer, id: quoted.id)
        try Self.require(quote, within: wish.maxTotal, at: tx.now)
    }
    /// How much earlier than its quote an order may have been made: clocks of phones differ.
    private static let before: Duration = .minutes(5)

    /// The customer's vehicle, if no other order is made for it.
    private static func freeVehicle(_ id: VehicleID, of customer: User.ID, in tx: OrdersTransaction) throws -> Vehicle {
        let vehicle = try tx.vehicles.require(id, of: customer)
        if let waiting = try tx.fuelRequests.find(of: id), try !FuelClaimOverdue.abandonIfDue(waiting, in: tx) {
            throw Rejection.orderInProgress()
        }
        if let open = try FuelSale.openOrder(of: id, in: tx) { throw Rejection.vehicleHasOpenOrder(open) }
        return vehicle
    }

    /// Throws what the order costs now if that is above the customer's limit, or if there is none.
    private static func require(_ quote: FuelQuote, within limit: Int?, at now: Timestamp) throws {
        let estimate = quote.json(at: now, isEstimate: true)
        guard let limit else { throw Rejection.quoteExpired(estimate) }
        guard quote.price.total.amount <= limit else { throw Rejection.priceChanged(estimate) }
    }
}
