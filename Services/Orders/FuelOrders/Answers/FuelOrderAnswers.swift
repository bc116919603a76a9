import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersKit

// The parts of an order's answer.
extension FuelPresenter {
    func location(_ order: FuelOrder) -> JSONValue {
        let place = order.quote.place
        return [
            "lat": .double(place.location.lat), "lng": .double(place.location.lng), "address": .text(place.address),
            "instructions": .text(place.instructions),
        ]
    }

    package func schedule(_ order: FuelOrder) -> JSONValue {
        let schedule = order.schedule
        return [
            "type": .string(schedule.type.rawValue), "windowId": .string(schedule.windowId.rawValue), "startsAt": .time(schedule.startsAt),
            "endsAt": .time(schedule.endsAt), "promisedBy": .time(schedule.promisedBy),
        ]
    }

    func price(_ order: FuelOrder) -> JSONValue {
        let quote = order.quote
        return [
            "pricePerGallon": quote.terms.pricePerGallon.json, "tiers": quote.terms.tiersJSON, "lines": quote.price.json,
            "total": quote.price.total.json,
        ]
    }

    func payment(_ order: FuelOrder) -> JSONValue {
        guard let payment = order.payment else { return .null }
        return [
            "id": .string(payment.id.rawValue), "status": .string(payment.status.rawValue), "failureCode": .text(payment.failureCode),
        ]
    }

    func delivered(_ order: FuelOrder) -> JSONValue {
        guard let at = order.completedAt, let reading = order.reading else { return .null }
        return [
            "gallons": reading.gallons.json, "meterStart": reading.meterStart.json, "meterEnd": reading.meterEnd.json, "at": .time(at),
        ]
    }

    func final(_ order: FuelOrder) -> JSONValue {
        guard let final = order.final else { return .null }
        return [
            "lines": FuelLines(final.lines, in: order.currency).json, "total": order.money(final.total).json,
            "captured": order.money(final.captured).json, "writtenOff": order.money(final.writtenOff).json,
            "refunded": order.money(order.refunded).json, "balanceDue": order.money(final.balanceDue).json,
            "receiptNumber": .text(final.receiptNumber),
        ]
    }

    /// What cancelling would cost the reader, or what it cost.
    func cancellation(_ order: FuelOrder, _ reader: FuelReader) -> JSONValue {
        let asStaff = reader.isStaff && reader.user != order.customer
        let cost = FuelCancelRules.cost(of: order, asStaff: asStaff, at: now, settings)
        var allowed = false, fee: JSONValue = .null
        if case .fee(let amount) = cost { (allowed, fee) = (true, order.money(amount).json) }
        if let charged = order.cancellationFee { fee = order.money(charged).json }
        return ["allowed": .bool(allowed), "fee": fee, "freeUntil": .time(FuelCancelRules.freeUntil(order, settings))]
    }

    func failure(_ order: FuelOrder) -> JSONValue {
        guard let failure = order.failure else { return .null }
        return [
            "slug": .string(failure.slug.rawValue), "note": .text(failure.note),
            "alternatives": WindowAnswer.alternatives(failure.alternatives),
        ]
    }
}

extension FuelPhoto {
    /// As answers show it; its bytes never change.
    package func json(in definition: TenantDefinition) -> JSONValue {
        let path = "/t/\(definition.tenant)\(definition.basePath(of: FuelSale.name, in: .orders))/photos/\(id)"
        return [
            "id": .string(id), "kind": .string(kind.rawValue), "url": .string(path), "sha256": .string(sha256), "size": .int(size),
        ]
    }
}
