import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersKit
import OrdersVehicles

// What happens to a delivery (R8). Who acts for whom, trucks and places were checked before.
extension FuelSale {
    /// - Parameter at: when it happened by the driver's phone; `now` is when it came in.
    static func delivery(_ step: FuelDeliveryStep, _ order: inout FuelOrder, _ at: Timestamp, _ now: Timestamp,
        _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        switch step {
        case .assign(let driver, let by): try assign(driver, by, &order, at)
        case .release(let reason, let by): try release(reason, by, &order, at, now, settings)
        case .start(let by): try start(by, &order, at, settings)
        case .arrive(let reason, let by): try arrive(reason, by, &order, at)
        case .startFueling(let plate, let by): try startFueling(plate, by, &order, at)
        case .read(let reading): try read(reading, &order)
        case .photograph(let photo): try photograph(photo, &order, settings)
        case .complete(let by): try complete(by, &order, at, now)
        case .fail(let reason, let note, let by): try giveUp(reason, note, by, &order, at, now, settings)
        }
    }

    private static func assign(_ driver: FuelDriver, _ by: FuelActor, _ order: inout FuelOrder,
        _ at: Timestamp) throws(Rejection) -> [FuelEffect] {
        switch order.status {
        case .scheduled: break
        case .assigned where order.driver?.id == driver.id: return []
        case .assigned, .enRoute, .arrived, .fueling:
            throw order.driver?.id == driver.id ? .invalidTransition(order) : .deliveryAlreadyAssigned
        case .pending, .completed, .cancelled, .failed: throw .deliveryNotAvailable
        }
        order.driver = driver
        order.move(to: .assigned, by: by, at: at)
        return [.reserveFuel(driver), .announce(.assigned(driver, by: by, at: at)), .tellDrivers(by: by)]
    }

    private static func release(_ reason: String?, _ by: FuelActor, _ order: inout FuelOrder, _ at: Timestamp, _ now: Timestamp,
        _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        switch order.status {
        case .assigned, .enRoute, .arrived: break
        case .pending, .scheduled, .fueling, .completed, .cancelled, .failed: throw .invalidTransition(order)
        }
        guard let driver = order.driver else { throw .invalidTransition(order) }
        order.driver = nil
        // It is about the arrival of this driver; the next one arrives anew.
        order.flags.removeAll { $0 == .arrivalOverride }
        order.move(to: .scheduled, by: by, at: at)
        // Assigned by a dispatcher days ahead, it is offered when its time comes.
        noteOffer(&order, now, settings)
        return [.announce(.unassigned(driver, by: by, reason: reason, at: at)), .tellDrivers(by: by)]
    }

    private static func start(_ by: FuelActor, _ order: inout FuelOrder, _ at: Timestamp,
        _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        guard let driver = try next(.enRoute, after: .assigned, order) else { return [] }
        if order.schedule.type == .window, at < order.schedule.startsAt - .minutes(settings.startMinutes) { throw .tooEarly }
        order.move(to: .enRoute, by: by, at: at)
        return [.announce(.enRoute(driver, by: by, at: at)), .tellDrivers(by: by)]
    }

    private static func arrive(_ reason: String?, _ by: FuelActor, _ order: inout FuelOrder,
        _ at: Timestamp) throws(Rejection) -> [FuelEffect] {
        guard let driver = try next(.arrived, after: .enRoute, order) else { return [] }
        if reason != nil, !order.flags.contains(.arrivalOverride) { order.flags.append(.arrivalOverride) }
        order.move(to: .arrived, by: by, at: at)
        return [.announce(.arrived(driver, by: by, at: at)), .tellDrivers(by: by)]
    }

    private static func startFueling(_ plate: String, _ by: FuelActor, _ order: inout FuelOrder,
        _ at: Timestamp) throws(Rejection) -> [FuelEffect] {
        guard let driver = try next(.fueling, after: .arrived, order) else { return [] }
        guard order.vehicle.plate.matches(typed: plate) else { throw .plateMismatch }
        order.move(to: .fueling, by: by, at: at)
        return [.announce(.fueling(driver, by: by, at: at)), .tellDrivers(by: by)]
    }

    private static func read(_ reading: FuelReading, _ order: inout FuelOrder) throws(Rejection) -> [FuelEffect] {
        guard order.status == .fueling else { throw .invalidTransition(order) }
        order.reading = reading
        return []
    }

    private static func photograph(_ photo: FuelPhoto, _ order: inout FuelOrder,
        _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        switch order.status {
        case .arrived, .fueling, .completed: break
        case .pending, .scheduled, .assigned, .enRoute, .cancelled, .failed: throw .invalidTransition(order)
        }
        guard !order.photos.contains(where: { $0.id == photo.id }) else { return [] }
        // It would name a customer who was forgotten.
        guard !order.isForgotten else { throw .invalidTransition(order) }
        // Without a photo of the meter the delivery cannot be completed.
        let isProof = photo.kind == .meter && !order.photos.contains { $0.kind == .meter }
        guard order.photos.count < settings.photosMax || isProof else { throw .photoLimit }
        order.photos.append(photo)
        return []
    }

    /// Its driver, if the order may go on to this state. Nil: it is there already.
    private static func next(_ state: FuelOrderStatus, after former: FuelOrderStatus, _ order: FuelOrder) throws(Rejection) -> FuelDriver? {
        if order.status == state { return nil }
        guard order.status == former, let driver = order.driver else { throw .invalidTransition(order) }
        return driver
    }

    // MARK: - The end of a delivery

    private static func complete(_ by: FuelActor, _ order: inout FuelOrder, _ at: Timestamp,
        _ now: Timestamp) throws(Rejection) -> [FuelEffect] {
        guard let driver = try next(.completed, after: .fueling, order) else { return [] }
        let hasPhoto = order.photos.contains { $0.kind == .meter }
        guard let reading = order.reading, hasPhoto else {
            throw .proofMissing((order.reading == nil ? ["meterReading"] : []) + (hasPhoto ? [] : ["photo:meter"]))
        }
        let price = FuelPricing.lines(for: reading.gallons, order.quote.terms, tip: order.tip), total = price.total.amount
        order.final = FuelFinal(lines: price.lines, total: total, due: FuelMoney.due(of: total, cap: order.cap))
        if total > order.cap { order.flags.append(.overCap) }
        order.move(to: .completed, by: by, at: at)
        return giveUpMove(&order)
            + [.deliverFuel(driver, reading), .announce(.completed(driver, reading, by: by, at: at)), .tellDrivers(by: by)]
            + charge(&order)
    }

    private static func giveUp(_ reason: FuelFailReason, _ note: String?, _ by: FuelActor, _ order: inout FuelOrder, _ at: Timestamp,
        _ now: Timestamp, _ settings: FuelOrderSettings) throws(Rejection) -> [FuelEffect] {
        switch order.status {
        case .failed where order.timeline.last?.by == by: return []
        case .pending, .completed, .cancelled, .failed: throw .invalidTransition(order)
        case .scheduled, .assigned, .enRoute: guard reason == .notServable else { throw .invalidTransition(order) }
        case .arrived, .fueling: break
        }
        if let reading = order.reading, reading.gallons > .zero { throw .fuelDelivered }
        if reason == .customerAbsent {
            let over = (order.arrivedAt ?? at) + .minutes(settings.waitMinutes)
            guard at >= over else { throw .waitNotOver(over) }
        }
        let fee = reason.isNoShow ? min(settings.noShowFee, order.authorized) : 0
        return fail(&order, FuelFailure(slug: reason, note: note), by: by, fee: fee, at)
    }
}
