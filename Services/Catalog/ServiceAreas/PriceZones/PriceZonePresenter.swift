import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Price zones as answers show them.
struct PriceZonePresenter {
    private let currency: Currency
    init(_ currency: Currency) { self.currency = currency }

    func body(_ zone: PriceZone, status: Int = 200) -> JSONBody {
        JSONBody(status: status, location: status == 201 ? "/price-zones/\(zone.id)" : nil) { (writer: inout JSONWriter) in
            members(of: zone, to: &writer)
        }
    }
    func members(of zone: PriceZone, to writer: inout JSONWriter) {
        writer.member("id", zone.id)
        writer.member("code", zone.code)
        writer.member("name", zone.name)
        zone.writeFees(in: currency, to: &writer)
        writer.member("salesTaxBps", zone.salesTaxBps)
        zone.writeTiers(to: &writer)
        writer.member("createdAt", zone.createdAt.wholeSeconds)
        writer.member("updatedAt", zone.updatedAt.wholeSeconds)
    }
}

extension PriceZone {
    package func writeFees(in currency: Currency, to writer: inout JSONWriter) {
        writer.member("fees") { writer in
            writer.member("delivery", Money(deliveryFee, currency))
            writer.member("asap", Money(asapFee, currency))
        }
    }
    package func writeTiers(to writer: inout JSONWriter) {
        writer.member("tiers", array: tiers) { writer, tier in
            writer.object { writer in
                writer.key("minGallons")
                writer.value(tier.minGallons.json)
                writer.member("discountMills", tier.discountMills)
            }
        }
    }
}
