import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersKit
import OrdersTrucks
import OrdersVehicles
import ServiceKit

/// Seeding. The order goes through its states as if it had happened; only what it leaves behind is sent: its payment, its receipt, its tip.
extension ImportFuelOrder: Command {
    public typealias Answer = NoContent
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard try tx.fuelOrders.find(orderId) == nil else { return NoContent() }
        let settings = tx.fuelOrderSettings
        let quote = quote(in: tx.definition.currency), authorized = quote.price.total.amount + tip
        let cap = FuelMoney.cap(of: authorized, overPercent: settings.overCapturePercent)
        let request = FuelOrderRequest(
            id: orderId, customer: userId, clientOrderId: nil, content: "", createdAt: placedAt, receivedAt: placedAt, queuedOffline: false,
            repriced: false, quote: quote, usedQuote: nil, vehicle: snapshot(), contactPhone: nil, notes: nil, tip: tip, sandbox: nil,
            authorized: authorized, cap: cap, stopAt: FuelMoney.stopAt(quote, tip: tip, cap: cap), schedule: .window, windowId: windowId,
            paymentMethodId: nil, request: "", reader: FuelReader(user: userId, isStaff: false))
        let claimed = WindowClaimed(
            claimId: request.claim, orderId: orderId, areaId: areaId, windowId: windowId, truckId: truckId ?? TruckID(""),
            startsAt: startsAt, endsAt: endsAt, promisedBy: endsAt, expiresAt: placedAt)
        var order = FuelOrder(request, claimed: claimed, number: try tx.fuelOrders.nextNumber())
        order.payments = [FuelPayment(id: paymentId, purpose: .order, amount: authorized, createdAt: placedAt, status: .processing)]
        for (fact, at) in history(of: order) { _ = try FuelSale.step(&order, on: fact, at: at, settings: settings) }
        let left = try charge(&order, settings)
        // Pictures of the demo do not exist.
        (order.photos, order.sent) = ([], FuelTimer.allCases)
        try tx.fuelOrders.insert(order, content: nil)
        try send(left, of: order, in: tx)
        if let reading = order.reading, let driver = order.driver {
            let delivered = DeliveredFuel(order: orderId, meterStart: reading.meterStart, meterEnd: reading.meterEnd)
            try Trucks(tx).importDelivery(delivered, of: fuelType, from: driver.truckId, by: driver.id, at: endedAt)
        }
        if order.final == nil { try tx.send(payment(of: order, captured: 0)) }
        return NoContent()
    }

    private func quote(in currency: Currency) -> FuelQuote {
        let terms = AgreedTerms(currency: currency, mills: self.terms.mills, tiers: self.terms.tiers, deliveryFee: self.terms.deliveryFee,
                                asapFee: 0, salesTaxBps: self.terms.salesTaxBps)
        return FuelQuote(
            id: QuoteID(DeterministicID.make("imported-quote", orderId.rawValue)), owner: userId, createdAt: placedAt - .minutes(2),
            expiresAt: placedAt + .minutes(13), area: areaId, priceZone: priceZoneId, vehicle: vehicle.vehicleId,
            place: .init(location: location, address: address, instructions: nil), fuelType: fuelType, amount: .fillUp,
            scheduleType: .window, maxGallons: vehicle.tankCapacityGallons, terms: terms, promo: nil, orderID: orderId)
    }

    private func snapshot() -> OrdersVehicles.Vehicle {
        let normalized = vehicle.plateNumber.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return OrdersVehicles.Vehicle(
            id: vehicle.vehicleId, owner: userId, make: vehicle.make, model: vehicle.model, year: vehicle.year, fuelType: fuelType,
            plate: Plate(region: vehicle.region, number: vehicle.plateNumber, normalized: normalized, isPersonalized: false,
                         status: .verified),
            nickname: nil, color: vehicle.color, tank: vehicle.tankCapacityGallons, tankSource: .customer,
            fuelDoorSide: vehicle.fuelDoorSide.flatMap { OrdersVehicles.Vehicle.Side(rawValue: $0) }, isDefault: true, createdAt: placedAt,
            updatedAt: placedAt)
    }

    /// What the order learned, and when.
    private func history(of order: FuelOrder) -> [(FuelFact, Timestamp)] {
        let authorized = PaymentNotice(paymentId, order.money(order.authorized))
        let scheduled: [(FuelFact, Timestamp)] = [
            (.payment(.authorized(authorized, until: placedAt + .days(7))), placedAt + .seconds(2)),
        ]
        guard outcome != .cancelled, let driverId, let truckId else {
            // Seeding accepts any fee.
            return scheduled + [(.cancel(by: .customer, reason: nil, acceptedFee: .max), endedAt)]
        }
        func step(_ step: FuelDeliveryStep, _ at: Timestamp) -> (FuelFact, Timestamp) { (.delivery(step, at: at), at) }
        let way = (endedAt - startsAt).wholeMilliseconds * 7 / 10
        let arrival = outcome == .absent ? endedAt - .minutes(12) : startsAt + .milliseconds(way)
        let underWay = scheduled + [
            step(.assign(FuelDriver(id: driverId, truckId: truckId, truckCode: truckCode ?? ""), by: .driver), startsAt - .minutes(50)),
            step(.start(by: .driver), startsAt - .minutes(10)), step(.arrive(overrideReason: nil, by: .geofence), arrival),
        ]
        guard let gallons, let meterStart else {
            return underWay + [step(.fail(.customerAbsent, note: nil, by: .driver), endedAt)]
        }
        let reading = FuelReading(meterStart: meterStart, meterEnd: Gallons(thousandths: meterStart.thousandths + gallons.thousandths),
                                  at: endedAt)
        let photo = FuelPhoto(id: DeterministicID.make("imported-photo", orderId.rawValue), kind: .meter, sha256: "", size: 1)
        return underWay + [
            step(.startFueling(plate: vehicle.plateNumber, by: .driver), arrival + .minutes(2)), step(.read(reading), endedAt),
            step(.photograph(photo), endedAt), step(.complete(by: .driver), endedAt),
        ]
    }

    /// What the order's end leaves to be charged is captured at once.
    private func charge(_ order: inout FuelOrder, _ settings: FuelOrderSettings) throws -> [FuelEffect] {
        guard let due = order.final?.due, due > 0 else {
            let released = PaymentNotice(paymentId, order.money(0))
            _ = try FuelSale.step(&order, on: .payment(.canceled(released)), at: endedAt, settings: settings)
            return []
        }
        let notice = PaymentNotice(paymentId, order.money(due), paidWith: card)
        return try FuelSale.step(&order, on: .payment(.succeeded(notice)), at: endedAt, settings: settings)
    }

    private func send(_ effects: [FuelEffect], of order: FuelOrder, in tx: OrdersTransaction) throws {
        for effect in effects {
            switch effect {
            case .issueReceipt(let payment):
                try FuelSale.issueReceipt(of: order, for: payment, at: endedAt, customerName: customerName, in: tx)
                try tx.send(self.payment(of: order, captured: order.final?.captured ?? 0))
            case .creditTip(let driver): try tx.send(FuelSale.tipPosting(of: order, to: driver, at: endedAt))
            case .claim, .confirmClaim, .releaseClaim, .createIntent, .cancelIntent, .capture, .addToReceipt, .noteRefund, .reserveFuel,
                 .deliverFuel, .returnPromo, .reopenQuote, .tellDrivers, .answer, .announce, .show:
                break  // It is over: nothing is claimed or charged, and nobody hears of it.
            }
        }
    }

    /// - Parameter captured: nothing of an order that was cancelled for free; its authorisation was released.
    private func payment(of order: FuelOrder, captured: Int) -> ImportPayment {
        var payment = ImportPayment(paymentId: paymentId, orderId: orderId, userId: userId, amount: order.money(captured), refunded: false,
                                    paidAt: endedAt)
        (payment.purpose, payment.authorized) = (.order, order.money(order.authorized))
        (payment.createdAt, payment.paidWith) = (placedAt, card)
        return payment
    }
}
