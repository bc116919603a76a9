import Contracts
import Kernel
import OrdersFuelCatalog
import OrdersKit
import OrdersVehicles
import ServiceKit

/// Prices a request with what is in force now. The checks run in this order and the first that fails is thrown: the fields, the vehicle,
/// the place, the price.
package struct FuelQuoting<Orders: QuotedOrders> {
    private let tx: OrdersTransaction
    package init(_ tx: OrdersTransaction) { self.tx = tx }

    /// No sum of money buys more.
    private let searchLimit = Gallons(thousandths: 10_000_000)

    /// Reads a form, and everything that is wrong with it into the reader.
    /// - Parameter path: where the form lies in the request; empty: it is the body.
    package func request(_ reader: inout FormReader, at path: String = "") throws -> FuelQuoteRequest? {
        try FuelQuoteRequest(&reader, path: path, limits: try tx.definition.shared(FuelLimits.self, in: .orders),
                             currency: tx.definition.currency) { try tx.fuelTerms.fuel($0) != nil }
    }

    /// The customer's vehicle. Throws 404 for another one, 409 if nobody brings this fuel to it, 422 if its tank is smaller than the wish.
    package func vehicle(for request: FuelQuoteRequest, of owner: User.ID) throws -> Vehicle {
        let vehicle = try tx.vehicles.require(request.vehicle, of: owner)
        try require(vehicle, takes: request.fuelType ?? vehicle.fuelType)
        if case .gallons(let gallons) = request.amount, gallons > vehicle.tank {
            throw Rejection.invalid([request.field("amount.gallons"): ["must be at most \(vehicle.tank.shortText)"]])
        }
        return vehicle
    }
    /// Throws 409 if nobody brings this fuel to the vehicle as it is now.
    package func require(_ vehicle: Vehicle, takes fuelType: String) throws {
        guard vehicle.plate.status != .mismatch else { throw Rejection.vehicleNotVerified }
        guard let fuel = try tx.fuelTerms.fuel(fuelType), let lowest = try tx.fuelTerms.fuel(vehicle.fuelType), fuel.suits(lowest) else {
            throw Rejection.fuelIncompatible
        }
    }

    /// The place of a request and the area that serves it.
    package func place(for request: FuelQuoteRequest, of owner: User.ID) throws -> (place: FuelQuote.Place, area: ServiceArea.Match) {
        let place: FuelQuote.Place
        switch request.place {
        case .pin(let pin): place = pin
        case .address(let id):
            let address = try tx.addresses.require(id, of: owner)
            place = FuelQuote.Place(location: address.location, address: address.line, instructions: address.instructions)
        }
        guard let point = MicroPoint(place.location), let area = try tx.serviceAreas.serving(point) else {
            throw Rejection.outsideServiceArea
        }
        return (place, area)
    }

    /// A quote with what is in force now; it is not stored.
    /// - Parameter id: nil for an estimate that nobody asks for again.
    package func quote(_ request: FuelQuoteRequest, for owner: User.ID, id: QuoteID? = nil) throws -> FuelQuote {
        let vehicle = try vehicle(for: request, of: owner)
        let (place, area) = try place(for: request, of: owner)
        let fuelType = request.fuelType ?? vehicle.fuelType
        var terms = try terms(of: fuelType, in: area.priceZoneId, request.scheduleType)
        let maximum = try maximum(request, vehicle, terms)
        let promo = try request.promoCode.map { code in
            try judge(code, for: owner, zone: area.priceZoneId, maximum: maximum, terms: &terms)
        }
        let limits = try tx.definition.shared(FuelLimits.self, in: .orders), now = tx.now.wholeSeconds
        return FuelQuote(
            id: id ?? QuoteID("estimate"), owner: owner, createdAt: now, expiresAt: now + .minutes(limits.quoteMinutes), area: area.id,
            priceZone: area.priceZoneId, vehicle: vehicle.id, place: place, fuelType: fuelType, amount: request.amount,
            scheduleType: request.scheduleType, maxGallons: maximum, terms: terms, promo: promo)
    }

    private func terms(of fuelType: String, in zone: PriceZoneID, _ schedule: FuelQuote.ScheduleType) throws -> AgreedTerms {
        guard try tx.fuelTerms.fuel(fuelType)?.isActive == true, let terms = try tx.fuelTerms.terms(of: zone),
              let mills = try tx.fuelTerms.mills(of: fuelType, in: zone, at: tx.now) else { throw Rejection.priceUnavailable }
        return AgreedTerms(currency: tx.definition.currency, mills: mills, tiers: terms.tiers, deliveryFee: terms.deliveryFee,
                           asapFee: schedule == .asap ? terms.asapFee : 0, salesTaxBps: terms.salesTaxBps)
    }

    private func maximum(_ request: FuelQuoteRequest, _ vehicle: Vehicle, _ terms: AgreedTerms) throws -> Gallons {
        switch request.amount {
        case .fillUp: return vehicle.tank
        case .gallons(let gallons): return gallons
        case .dollars(let money):
            let gallons = FuelPricing.mostGallons(for: money.amount, terms, upTo: searchLimit)
            guard gallons <= vehicle.tank else {
                throw Rejection.invalid([request.field("amount.dollars"): ["is more than the tank holds"]])
            }
            return gallons
        }
    }

    private func judge(_ code: String, for owner: User.ID, zone: PriceZoneID, maximum: Gallons,
                       terms: inout AgreedTerms) throws -> FuelQuote.Promo {
        let promo = try tx.fuelTerms.promo(code)
        let standing = try PromoUses(tx).standing(of: code, for: owner, hasOrdered: Orders.hasOrdered(owner, in: tx))
        let refusal = PromoRules.refusal(promo, standing, at: tx.now, zone: zone, maximum: maximum, terms)
        if refusal == nil, let promo { terms.discount = AgreedTerms.Discount(promo) }
        return FuelQuote.Promo(code: code, refusal: refusal)
    }
}

extension Gallons {
    /// Without zeros at the end: `15.8`.
    var shortText: String { thousandths % 1000 == 0 ? String(thousandths / 1000) : number.description }
}
