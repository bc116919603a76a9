import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /pages/{slug}`: a text of the tenant: about, help, terms.
package struct InformationPage: Query {
    package static let type: MessageType = "catalog.information-page.v1"
    let slug: String

    package func answer(in view: CatalogView) throws -> JSONBody {
        guard let page = try view.shopSettings().pages[slug] else { throw Rejection.notFound }
        let selection = try view.shopLanguage()
        guard let text = page.texts[selection.language] ?? selection.languages.lazy.compactMap({ page.texts[$0] }).first else {
            throw Rejection.notFound
        }
        return JSONBody(capacity: 512 + text.body.utf8.count) { (writer: inout JSONWriter) in
            writer.member("slug", slug)
            writer.member("title", text.title)
            writer.member("body", text.body)
            writer.member("version", page.version)
            writer.member("updatedAt", page.updatedAt.wholeSeconds)
        }
    }
}
