import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An operator brings a version of a legal text. The tenant file puts it in force.
extension ImportLegalText: Command {
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        var check = Validation()
        let kind = LegalKind(rawValue: kind)
        check.require(kind != nil, "kind", "must be one of \(LegalKind.allCases.map(\.rawValue).joined(separator: ", "))")
        let version = check.text("version", version, 1...40)
        check.require(tx.definition.languages.contains(language), "language", "must be a language of the app")
        let body = check.text("body", body, 1...200_000, multiline: true)
        try check.check()
        guard let kind, let version, let body else { return NoContent() }
        try LegalTextStore(database: tx.database, tenant: tx.tenant)
            .insert(kind, version: version, language: language, effectiveFrom: effectiveFrom, body: body)
        return NoContent()
    }
}
