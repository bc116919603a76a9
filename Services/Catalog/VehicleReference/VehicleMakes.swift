import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /vehicle-makes`: makes by name, with the number of their models.
package struct VehicleMakes: Query {
    package static let type: MessageType = "catalog.vehicle-makes.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.vehicleReference.makes(limit: request.perPage, offset: request.offset)
        return JSONBody(capacity: 128 + found.makes.count * 48) { (writer: inout JSONWriter) in
            writer.member("data", array: found.makes) { writer, make in
                writer.object { writer in
                    writer.member("make", make.make)
                    writer.member("models", make.models)
                }
            }
            writer.pageMeta(request, total: found.total)
        }
    }
}

/// `GET /vehicle-makes/{make}/models`: all models of a make by name, or those of a year.
package struct VehicleModels: Query {
    package static let type: MessageType = "catalog.vehicle-models.v1"
    let make: String
    let year: Int?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        guard try view.vehicleReference.has(make: make) else { throw Rejection.notFound }
        // What is still built comes as next year's model, too.
        let newest = try view.zone().local(view.now).date.year + 1
        let models = try view.vehicleReference.models(of: make).filter { model in
            year.map { (model.yearFrom...max(model.yearFrom, model.yearTo ?? newest)).contains($0) } ?? true
        }
        return JSONBody(capacity: 128 + min(models.count, request.perPage) * 128) { (writer: inout JSONWriter) in
            writer.member("data", array: models.dropFirst(request.offset).prefix(request.perPage)) { writer, model in
                writer.object { Self.write(model, newest: newest, to: &$0) }
            }
            writer.pageMeta(request, total: models.count)
        }
    }

    private static func write(_ model: VehicleModel, newest: Int, to writer: inout JSONWriter) {
        writer.member("model", model.model)
        writer.member("yearFrom", model.yearFrom)
        writer.member("yearTo", model.yearTo ?? max(model.yearFrom, newest))
        writer.member("fuelTypes", array: model.fuelTypes) { $0.value($1) }
        writer.key("tankCapacityGallons")
        writer.value(model.tankThousandths.map { Gallons(thousandths: $0).json } ?? .null)
    }
}

/// `GET /plate-formats`: what licence plates of a region, or of all regions, look like.
package struct PlateFormats: Query {
    package static let type: MessageType = "catalog.plate-formats.v1"
    let region: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        var only: VehicleReferenceStore.PlateFormat?
        if let region {
            only = try view.vehicleReference.plateFormat(region.uppercased())
            check.require(only != nil, "region", "is not known")
        }
        let request = try check.page(page, perPage)
        let found = try only.map { (formats: [$0], total: 1) }
            ?? view.vehicleReference.plateFormats(limit: request.perPage, offset: request.offset)
        let shown = only == nil ? found.formats : Array(found.formats.dropFirst(request.offset))
        return JSONBody(capacity: 128 + shown.count * 96) { (writer: inout JSONWriter) in
            writer.member("data", array: shown) { writer, format in
                writer.object { writer in
                    writer.member("region", format.region)
                    writer.member("name", format.name)
                    writer.member("masks", array: format.masks) { $0.value($1) }
                }
            }
            writer.pageMeta(request, total: found.total)
        }
    }
}
