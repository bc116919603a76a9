import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /legal/{kind}`: the version in force, which `GET /config` names, too.
package struct LegalTextDetails: Query {
    package static let type: MessageType = "catalog.legal-text.v1"
    let kind: String

    package func answer(in view: CatalogView) throws -> LegalText {
        guard let kind = LegalKind(rawValue: kind) else { throw Rejection.notFound }
        let versions = try view.definition.shared(LegalVersions.self, in: .catalog)
        let texts = LegalTextStore(database: view.database, tenant: view.tenant)
        for language in view.languages {
            if let text = try texts.find(kind, version: kind.version(in: versions), language: language) { return text }
        }
        throw Rejection.notFound
    }
}
