import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody adds a restaurant of their own: a draft until it is approved.
package struct CreateRestaurant: Command {
    package static let type: MessageType = "catalog.create-restaurant.v1"
    let edit: RestaurantEdit
    package init(_ edit: RestaurantEdit) { self.edit = edit }
    package init(from decoder: any Decoder) throws { edit = try RestaurantEdit(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try edit.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let owner = try tx.user().userID
        let fields = try RestaurantFields(edit, tx.definition, isNew: true) { tx.context.newID() }
        try fields.checkRows(tx, nil)
        let settings = try RestaurantSettings.of(tx.definition)
        guard try tx.restaurants.count(ofOwner: owner) < settings.restaurantsPerOwner else {
            throw Rejection.conflict("limit-reached", "You have as many restaurants as one owner can have.")
        }
        let id: RestaurantID = tx.newID()
        var restaurant = Restaurant(
            id: id, ownerId: owner, slug: try fields.slug ?? RestaurantSlug.make(fields.names ?? [:], id, in: tx.restaurants), names: [:],
            descriptions: [:], cuisines: [], status: .draft, availability: .normal, calendar: OpeningCalendar(zone: try tx.zone()),
            phone: "", location: Coordinates(latitude: 0, longitude: 0), addressLine: "", logoId: nil, coverId: nil,
            prepMinutes: RestaurantFields.usualPrepMinutes, maxActiveOrders: nil, freeDeliveryAbove: nil,
            commissionBasisPoints: settings.commissionBasisPoints, notAccepted: 0, menuVersion: 0, ratingSum: 0, ratingCount: 0,
            featured: nil, createdAt: tx.now)
        fields.apply(to: &restaurant)
        try RestaurantChange(tx).insert(restaurant, fields.zones ?? DeliveryZones([]))
        return try RestaurantPresenter(tx).body(of: id, status: 201, location: "/restaurants/\(id)")
    }
}
