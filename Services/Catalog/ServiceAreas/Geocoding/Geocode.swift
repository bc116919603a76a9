import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /geocode`: addresses that a text may mean, the best first.
package struct Geocode: Query {
    package static let type: MessageType = "catalog.geocode.v1"
    let q: String?
    package init(q: String?) { self.q = q }

    static let lengths = 3...120
    static let found = 5

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        let query = check.text("q", q, Self.lengths)
        try check.check()
        let addresses = try query.map { try Geocoders.of(view.definition).find($0, limit: Self.found, in: view) } ?? []
        return try GeocodedAddressPresenter.body(addresses, view)
    }
}

/// `GET /geocode/reverse`: the address at a place, if one is near.
package struct ReverseGeocode: Query {
    package static let type: MessageType = "catalog.reverse-geocode.v1"
    let lat: Double?
    let lng: Double?
    package init(lat: Double?, lng: Double?) { (self.lat, self.lng) = (lat, lng) }

    static let metersMax = 150.0

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        let place = check.place(lat: lat, lng: lng)
        try check.check()
        let address = try place.flatMap { try Geocoders.of(view.definition).nearest(to: $0, within: Self.metersMax, in: view) }
        return try GeocodedAddressPresenter.body(address.map { [$0] } ?? [], view)
    }
}

/// Addresses as answers show them.
enum GeocodedAddressPresenter {
    static func body(_ addresses: [GeocodedAddress], _ view: CatalogView) throws -> JSONBody {
        let served = try addresses.map { ($0, try view.serviceAreas.serving($0.location) != nil) }
        return JSONBody { (writer: inout JSONWriter) in
            writer.member("data", array: served) { writer, entry in
                writer.object { writer in
                    let (address, isServed) = entry
                    writer.member("label", address.label)
                    writer.member("line1", address.line1)
                    writer.member("city", address.city)
                    writer.member("region", address.region)
                    writer.member("postalCode", address.postalCode)
                    writer.member("location") { writer in
                        writer.member("lat", address.location.latitude)
                        writer.member("lng", address.location.longitude)
                    }
                    writer.member("confidence", address.confidence)
                    writer.member("serviceable", isServed)
                }
            }
        }
    }
}
