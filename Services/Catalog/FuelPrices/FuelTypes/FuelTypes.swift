import CatalogKit
import Kernel
import ServiceKit

/// `GET /fuel-types`: all fuels, also those that are not sold now.
package struct FuelTypes: Query {
    package static let type: MessageType = "catalog.fuel-types.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        let all = try view.fuelTypes.all()
        return JSONBody { (writer: inout JSONWriter) in
            writer.member("data", array: all.dropFirst(request.offset).prefix(request.perPage)) { writer, fuel in
                writer.object { fuel.write(to: &$0) }
            }
            writer.pageMeta(request, total: all.count)
        }
    }
}

/// `GET /fuel-types/{code}`.
package struct FuelTypeDetails: Query {
    package static let type: MessageType = "catalog.fuel-type-details.v1"
    let code: String

    package func answer(in view: CatalogView) throws -> JSONBody {
        let fuel = try view.fuelTypes.require(code)
        return JSONBody(capacity: 256) { (writer: inout JSONWriter) in fuel.write(to: &writer) }
    }
}
