import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Editors put a banner on the home page.
package struct CreateBanner: Command {
    package static let type: MessageType = "catalog.create-banner.v1"
    let edit: BannerEdit
    package init(_ edit: BannerEdit) { self.edit = edit }
    package init(from decoder: any Decoder) throws { edit = try BannerEdit(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try edit.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let banner = try edit.apply(to: Banner(id: tx.context.newID(), titles: [:], position: 0), isNew: true, in: tx)
        try edit.checkRows(in: tx)
        try tx.banners.save(banner)
        return RestaurantPresenter(tx).bannerBody(banner, status: 201, location: "/banners/\(banner.id)")
    }
}

/// Editors change a banner. What is not sent stays.
package struct ChangeBanner: Command {
    package static let type: MessageType = "catalog.change-banner.v1"
    let bannerId: String
    let edit: BannerEdit
    package init(bannerId: String, _ edit: BannerEdit) { (self.bannerId, self.edit) = (bannerId, edit) }

    private enum Key: String, CodingKey { case bannerId }
    package init(from decoder: any Decoder) throws {
        bannerId = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .bannerId)
        edit = try BannerEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(bannerId, forKey: .bannerId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let known = try tx.banners.find(bannerId)
        // The form is judged before it is told whether there is such a banner.
        let banner = try edit.apply(to: known ?? Banner(id: bannerId, titles: [:], position: 0), isNew: false, in: tx)
        guard known != nil else { throw Rejection.notFound }
        try edit.checkRows(in: tx)
        try tx.banners.save(banner)
        return RestaurantPresenter(tx).bannerBody(banner)
    }
}

/// Editors take a banner away.
package struct DeleteBanner: Command {
    package static let type: MessageType = "catalog.delete-banner.v1"
    let bannerId: String
    package init(bannerId: String) { self.bannerId = bannerId }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        try tx.banners.delete(try tx.banners.require(bannerId).id)
        return NoContent()
    }
}

/// `GET /banners`: all of them, by position.
package struct AllBanners: Query {
    package static let type: MessageType = "catalog.all-banners.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.banners.page(limit: request.perPage, offset: request.offset)
        let presenter = RestaurantPresenter(view)
        return JSONBody(capacity: 128 + found.banners.count * 400) { (writer: inout JSONWriter) in
            writer.member("data", array: found.banners) { writer, banner in writer.object { presenter.banner(banner, to: &$0) } }
            writer.pageMeta(request, total: found.total)
        }
    }
}
