import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /home`: banners that are live, cuisines, featured restaurants.
package struct HomePage: Query {
    package static let type: MessageType = "catalog.home-page.v1"
    let near: String?
    /// Far more than a page can show: none that is live is left out.
    private static let bannersMax = 100

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        let place = near.flatMap { RestaurantSearch.place($0, &check) }
        try check.check()
        let presenter = RestaurantPresenter(view)
        let banners = try view.banners.live(at: view.now, most: Self.bannersMax)
        let featured = try view.restaurants.featured().filter { $0.status == .active }
        let cuisines = try RestaurantSettings.of(view.definition).cuisines
        return try JSONBody(capacity: 8192) { (writer: inout JSONWriter) in
            writer.member("banners", array: banners) { writer, banner in writer.object { presenter.banner(banner, to: &$0) } }
            writer.member("cuisines", array: cuisines) { writer, cuisine in
                writer.object { writer in
                    writer.member("code", cuisine.code)
                    writer.member("label", presenter.text(cuisine.names))
                }
            }
            try writer.member("featured", array: featured) { writer, restaurant in
                try writer.object { try presenter.card(restaurant, near: place, to: &$0) }
            }
        }
    }
}
