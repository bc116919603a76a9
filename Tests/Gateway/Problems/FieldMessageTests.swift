import Foundation
import GatewayService
import Testing

@Suite("What is wrong with a field, in every language of the street")
struct FieldMessageTests {
    @Test("A sentence keeps what varies in it", arguments: [
        ("must have 2 to 100 characters", "fr", "doit avoir de 2 à 100 caractères"),
        ("must have 2 to 100 characters", "ar", "يجب أن يتكوّن من 2 إلى 100 حرفاً"),
        ("must be one of fr, ar", "es", "debe ser uno de estos valores: fr, ar"),
        ("must be between 1900-01-01 and today", "fr-DZ", "doit être entre le 1900-01-01 et aujourd'hui"),
        ("is required", "ar", "مطلوب"), ("is required", "en", "is required"), ("must be -90 to 90", "es", "debe estar entre -90 y 90"),
        ("at most 20 ticket types", "fr", "au plus 20 types de billets"), ("is something that nobody has translated", "fr", "is something that nobody has translated"),
        ("Early Bird: 2 to 5 tickets per order", "es", "Early Bird: de 2 a 5 entradas por pedido"),
        ("must be whatever the weather says", "ar", "must be whatever the weather says"),
        ("is not a DNI of 7 or 8 digits", "es-AR", "no es un DNI de 7 u 8 cifras"), ("each must be 5 to 10080", "es", "cada uno debe estar entre 5 y 10080"),
    ])
    func translations(_ message: String, _ language: String, _ said: String) { #expect(FieldMessages.said(message, in: language) == said) }

    @Test("Every entry has each of its places in all languages, and no sentence stands there twice")
    func catalogue() {
        for entry in FieldMessages.all {
            let places = Set([entry.en, entry.fr, entry.ar, entry.es].map { $0.split(separator: "{}", omittingEmptySubsequences: false).count })
            #expect(places.count == 1, "\(entry.en)")
        }
        let sentences = FieldMessages.all.map(\.en)
        #expect(Set(sentences).count == sentences.count)
    }

    /// Calls in which services report a failing field, and files whose messages reach operators instead of clients.
    private static let calls = try? NSRegularExpression(pattern: #"(\.fail\(|\.require\(|\.invalid\()"#)
    private static let maps = try? NSRegularExpression(pattern: #"errors: \["#)
    private static let notForClients = ["/Import", "/TakeImport", "Delivery/", "Store.swift", "PolicyCheck", "PolicyReading", "PolicyForm", "TypeReading",
                                        "KeepPayoutAccount", "GatewaySettings", "SchemaCheck"]
    /// How a message about a field begins, where other texts stand beside messages.
    private static let openings = ["must ", "is ", "may ", "has ", "have ", "needs ", "contains ", "does ", "cannot ", "each ", "comes ", "was "]

    @Test("Every sentence of every service is in the catalogue, those of settings and preferences that clients change, too (12.F19)")
    func sources() throws {
        let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
        var unknown: [String] = []
        var seen = 0
        for service in ["Auth", "Catalog", "Gateway", "Notifications", "Orders", "Payments", "Scheduling"] {
            let folder = "\(root)/Services/\(service)"
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
                guard !Self.notForClients.contains(where: { "/\(path)".contains($0) }) else { continue }
                let source = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
                for sentence in Self.sentences(in: source) {
                    seen += 1
                    if !FieldMessages.isKnown(sentence) { unknown.append("\(service)/\(path): \(sentence)") }
                }
            }
        }
        #expect(seen > 200 && unknown.isEmpty, "\(unknown.joined(separator: "\n"))")
    }

    /// Every text with a space in those calls, and texts elsewhere that begin like a message; `1` replaces inserted values.
    private static func sentences(in source: String) -> [String] {
        let returned = source.split(separator: "\n").filter { $0.contains("return \"") || $0.contains("? nil : \"") }.flatMap { literals(of: String($0) + ")") }
        let elsewhere = (literals(after: maps, in: source) + returned).filter { text in openings.contains { text.hasPrefix($0) } }
        return (literals(after: calls, in: source) + elsewhere).filter { $0.contains(" ") }
    }

    private static func literals(after pattern: NSRegularExpression?, in source: String) -> [String] {
        let text = source as NSString
        let matches = pattern?.matches(in: source, range: NSRange(location: 0, length: text.length)) ?? []
        return matches.flatMap { match in literals(of: text.substring(from: match.range.location + match.range.length)) }
    }

    /// The texts of a call's arguments, up to its closing parenthesis.
    private static func literals(of source: String) -> [String] {
        var texts: [String] = []
        var depth = 1
        var characters = source.makeIterator()
        while depth > 0, let character = characters.next() {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"": texts.append(literal(&characters))
            default: break
            }
        }
        return texts
    }

    private static func literal(_ characters: inout String.Iterator) -> String {
        var text = ""
        while let character = characters.next(), character != "\"" {
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard characters.next() == "(" else { continue }
            var depth = 1
            while depth > 0, let inner = characters.next() {
                if inner == "(" { depth += 1 }
                if inner == ")" { depth -= 1 }
            }
            text += "1"
        }
        return text
    }
}
