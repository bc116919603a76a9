import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /prices`: prices that begin in a period, past ones and those to come; the latest first.
package struct PriceList: Query {
    package static let type: MessageType = "catalog.fuel-price-list.v1"
    let zoneId: String?
    let fuelType: String?
    let from: String?
    let to: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        let period = LocalPeriod(from: from, to: to, in: try view.zone(), check: &check)
        if let fuelType, try view.fuelTypes.find(fuelType) == nil { check.fail("fuelType", "is not known") }
        let request = try check.page(page, perPage)
        let found = try view.fuelPrices.page(zoneId.map { PriceZoneID($0) }, fuelType, in: period, limit: request.perPage,
                                             offset: request.offset)
        let currency = view.definition.currency
        return JSONBody(capacity: 128 + found.prices.count * 320) { (writer: inout JSONWriter) in
            writer.member("data", array: found.prices) { writer, price in writer.object { price.write(in: currency, to: &$0) } }
            writer.pageMeta(request, total: found.total)
        }
    }
}
