import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding. What is there already is left alone: people may have changed it since.
extension ImportRestaurant: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        if try tx.restaurants.find(restaurantId) != nil { return NoContent() }
        var edit = RestaurantEdit()
        edit.names = .value(.object(names.mapValues { .string($0) }))
        if !descriptions.isEmpty { edit.descriptions = .value(.object(descriptions.mapValues { .string($0) })) }
        (edit.slug, edit.cuisines, edit.phone, edit.addressLine) = (.value(slug), .value(cuisines), .value(phone), .value(addressLine))
        edit.location = .value(["lat": .double(location.lat), "lng": .double(location.lng)])
        edit.prepMinutes = .value(prepMinutes)
        edit.maxActiveOrders = maxActiveOrders.map { .value($0) } ?? .null
        if let freeDeliveryAbove { edit.freeDeliveryAbove = .value(try JSONValue(encoding: freeDeliveryAbove)) }
        (edit.hours, edit.exceptions) = (.value(.array(hours)), .value(.array(exceptions)))
        if !zones.isEmpty { edit.zones = .value(.array(zones)) }
        var check = Validation()
        check.require(Restaurant.Status(rawValue: status) != nil, "status", "must be one of draft, active, suspended")
        check.number("commissionBasisPoints", commissionBasisPoints, 0...5000, required: false)
        try check.check()
        let fields = try RestaurantFields(edit, tx.definition, isNew: true) { tx.context.newID() }
        try fields.checkRows(tx, nil)
        let settings = try RestaurantSettings.of(tx.definition)
        var restaurant = Restaurant(
            id: restaurantId, ownerId: ownerId, slug: slug, names: [:], descriptions: [:], cuisines: [],
            status: Restaurant.Status(rawValue: status) ?? .draft, availability: .normal, calendar: OpeningCalendar(zone: try tx.zone()),
            phone: "", location: Coordinates(latitude: 0, longitude: 0), addressLine: "", logoId: nil, coverId: nil,
            prepMinutes: prepMinutes, maxActiveOrders: nil, freeDeliveryAbove: nil,
            commissionBasisPoints: commissionBasisPoints ?? settings.commissionBasisPoints, notAccepted: 0, menuVersion: 0, ratingSum: 0,
            ratingCount: 0, featured: featured, createdAt: createdAt)
        fields.apply(to: &restaurant)
        try RestaurantChange(tx).insert(restaurant, fields.zones ?? DeliveryZones([]), imported: true)
        return NoContent()
    }
}
