import CatalogKit
import Contracts
import Kernel

/// Fields of menus as a body has them, read with every mistake in them.
package struct MenuFields {
    package let definition: TenantDefinition
    package var check = Validation()
    package init(_ definition: TenantDefinition) { self.definition = definition }

    /// Texts by language: the app's first language is required, the others may be absent or null.
    /// - Parameter required: false: the field as a whole may be absent or null.
    package mutating func texts(_ field: String, _ sent: JSONValue?, _ length: ClosedRange<Int>, required: Bool = true,
                                multiline: Bool = false) -> [String: String] {
        guard let sent, sent != .null else {
            if required { check.fail(field, "is required") }
            return [:]
        }
        guard let members = sent.object else {
            check.fail(field, "must be an object")
            return [:]
        }
        var texts: [String: String] = [:]
        for (index, language) in definition.languages.enumerated() {
            let name = "\(field).\(language)"
            guard let value = members[language], value != .null else {
                if index == 0 { check.fail(name, "is required") }
                continue
            }
            guard let text = value.string else {
                check.fail(name, "must be text")
                continue
            }
            if index > 0, text.trimmed.isEmpty { continue }
            texts[language] = check.text(name, text, length, multiline: multiline)
        }
        return texts
    }

    /// An amount of the tenant's money from 0 to a number of whole units.
    package mutating func money(_ field: String, _ sent: JSONValue?, most units: Int) -> Int? {
        guard let sent, sent != .null else {
            check.fail(field, "is required")
            return nil
        }
        guard let amount = sent["amount"]?.int, let code = sent["currency"]?.string else {
            check.fail(field, "must be an object")
            return nil
        }
        let currency = definition.currency
        guard code == currency.code else {
            check.fail("\(field).currency", "must be \(currency.code)")
            return nil
        }
        let most = (0..<currency.minorDigits).reduce(units) { sum, _ in sum * 10 }
        return check.number("\(field).amount", amount, 0...most)
    }
}
