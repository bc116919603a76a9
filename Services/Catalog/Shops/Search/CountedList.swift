import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Parts of what the tenant lists, by id, with the number of active shops in each: neighbourhoods and categories answer the same way.
struct CountedList {
    let request: PageRequest
    private let presenter: ShopPresenter
    private let counts: [Int: Int]

    init(_ view: CatalogView, by grouping: ShopStore.Grouping, page: Int?, perPage: Int?) throws {
        request = try PageRequest(page: page, perPage: perPage)
        presenter = try ShopPresenter(view)
        counts = try view.shops.counts(by: grouping)
    }

    /// - Parameter own: writes what only this kind has.
    func body<Kind: ListedKind>(of kinds: (ShopSettings) -> [Kind], own: (Kind, inout JSONWriter) -> Void) -> JSONBody {
        let all = kinds(presenter.settings).sorted { $0.id < $1.id }
        return JSONBody(capacity: 4096) { (writer: inout JSONWriter) in
            writer.member("data", array: all.dropFirst(request.offset).prefix(request.perPage)) { writer, one in
                writer.object { writer in
                    writer.member("id", one.id)
                    writer.member("slug", one.slug)
                    presenter.names(one.names, to: &writer)
                    own(one, &writer)
                    writer.member("shopsCount", counts[one.id] ?? 0)
                }
            }
            writer.pageMeta(request, total: all.count)
        }
    }
}
