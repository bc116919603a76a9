import Contracts
import Foundation
import GatewayService
import Kernel
import ServiceKit
import SoukTool
import Testing

@Suite("What every service says is wrong, in every language of the street")
struct FieldSentenceTests {
    private static let anyKey = SealingKey(id: "any", publicKey: "CQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    private static let manifests = InstalledServices.all.map { $0.manifest(version: "1", sealingKey: anyKey) }.sorted {
        $0.service < $1.service
    }
    static let translations = Translations(manifests.compactMap(\.texts))

    /// Sentences and slugs with their translations, as they were when the gateway held all of them.
    private struct Golden: Decodable {
        let fields: [String: [String: String]]
        let slugs: [String: [String: String]]
    }

    @Test("The sentences of all manifests and of the gateway together say what the gateway's own table said")
    func golden() throws {
        let golden =
            try JSON.decode(Golden.self, from: Array(Data(contentsOf: URL(fileURLWithPath: "\(repository)/Tests/Souk/Golden/texts.json"))))
        #expect(golden.fields.count > 700 && golden.slugs.count == 20)
        for (message, texts) in golden.fields {
            for (language, text) in texts {
                #expect(Self.translations.fields.localized(message, in: language) == text, "\(message) in \(language)")
            }
        }
        for (slug, texts) in golden.slugs {
            for (language, text) in texts { #expect(Self.translations.message(slug, language) == text, "\(slug) in \(language)") }
        }
    }

    @Test("Every declared sentence has its places in each language of the street, and two services that say one say it alike")
    func declared() {
        var fields: [String: [String: String]] = [:]
        var slugs: [String: [String: String]] = [:]
        for (service, texts) in Self.manifests.map({ ($0.service, $0.texts) }) {
            for (sentence, localized) in texts?.fields ?? [:] {
                let places = Set(([sentence] + localized.values).map { $0.split(separator: "{}", omittingEmptySubsequences: false).count })
                #expect(places.count == 1 && localized.keys.sorted() == ["ar", "es", "fr"], "\(service): \(sentence)")
                #expect(fields.updateValue(localized, forKey: sentence) ?? localized == localized, "\(service): \(sentence)")
            }
            for (slug, localized) in texts?.slugs ?? [:] {
                #expect(localized.keys.sorted() == ["ar", "es", "fr"], "\(service): \(slug)")
                #expect(slugs.updateValue(localized, forKey: slug) ?? localized == localized, "\(service): \(slug)")
            }
        }
        #expect(fields.count > 90 && slugs.count > 10)
    }

    @Test("What is wrong with the words of a campaign is said in each language of the street", arguments: [
        "is longer than 65", "is empty", "has control characters", "the body alone tells the fact (T2)",
        "\"appuyez pour\" says nothing: tell the fact (T3)", "\"in * minutes\" is read later than it is written: say the time (T3)",
        "{offer.endsAt} is a time: write {offer.endsAt|when}, which is absolute and on the reader's clock (T1)",
        "the format wehn does not exist",
    ])
    func campaigns(_ sentence: String) {
        for language in ["fr", "ar", "es"] {
            let said = Self.translations.fields.localized(sentence, in: language)
            #expect(said != sentence && !said.contains("{}"), "\(said)")
        }
        #expect(Self.translations.fields.localized("\"tap to\" says nothing: tell the fact (T3)", in: "fr")
            == "« tap to » ne dit rien : dites le fait (T3)")
    }

    @Test("A name with spaces stands in quotation marks, single ones too, in each language")
    func quotedNames() {
        let texts = ["fr": "il n'y a pas de catégorie 'a b'", "ar": "لا توجد فئة 'a b'", "es": "no existe la categoría 'a b'"]
        for (language, text) in texts {
            #expect(Self.translations.fields.localized("there is no category 'a b'", in: language) == text)
        }
    }

    @Test("A role of several words is none here in each language")
    func roleOfSeveralWords() {
        for language in ["fr", "ar", "es"] {
            let template = Self.translations.fields.localized("courier is not a role here", in: language)
            #expect(template != "courier is not a role here")
            let text = Self.translations.fields.localized("head of sales is not a role here", in: language)
            #expect(text == template.replacing("courier", with: "head of sales"))
        }
    }

    @Test("Limits of numbers can be read: where the only limit is what a number holds, none is named")
    func limits() {
        func bounds(_ json: JSONValue) -> [Double] {
            let inner = (json.object.map { Array($0.values) } ?? json.array ?? []).flatMap(bounds)
            return inner + ["minimum", "maximum"].compactMap { json[$0] }.compactMap {
                switch $0 {
                case .int(let number): Double(number)
                case .double(let number): number
                default: nil
                }
            }
        }
        for route in Self.manifests.flatMap(\.routes) {
            let schemas = Array(route.query.values) + [route.body].compactMap(\.self)
            #expect(schemas.flatMap { bounds($0.json) }.allSatisfy { abs($0) < 1e16 }, "\(route.method) \(route.path)")
        }
    }

    @Test("What a tenant file says of a profile field is known in each of the app's languages", arguments: ["peez", "lucidda", "sofra"])
    func profiles(_ tenant: String) throws {
        let file = try #require(
            try TenantFile.load(paths: ["\(repository)/deploy/tenants/\(tenant).yml"], catalogue: InstalledServices.catalogue).first)
        for sentence in Self.messages(file.definition.settings["auth"]?["profile"] ?? .null) {
            #expect(Self.translations.fields.isKnown(sentence), "\(tenant): \(sentence)")
        }
    }
    private static func messages(_ value: JSONValue) -> [String] {
        let own = value["message"]?.string.map { [$0] } ?? []
        return own + (value.array ?? []).flatMap(messages) + (value.object ?? [:]).values.flatMap(messages)
    }

    /// A topic made by hand takes Kafka's default of 1,048,588 bytes; the embedded broker keeps about 5 MB of it.
    @Test("A manifest with its texts fits the smallest record that a broker takes by default")
    func sizes() throws {
        let sizes = try Self.manifests.map { try JSON.encode($0).count }
        #expect(sizes.allSatisfy { $0 < 800_000 } && sizes.reduce(0, +) < 1_600_000, "\(sizes)")
    }

    /// Calls in which services report a failing field, and files whose messages reach operators instead of clients.
    private static let calls = try? NSRegularExpression(pattern: #"(\.fail\(|\.require\(|\.invalid\()"#)
    private static let maps = try? NSRegularExpression(pattern: #"errors: \["#)
    private static let notForClients = ["/Import", "/Email/", "/Push/", "/SMS/",
                                        "Policy/PolicyCheck", "Policy/PolicyReading",
                                        "Policy/PolicyForm", "Policy/TypeReading", "Wallets/KeepPayoutAccount", "GatewaySettings",
                                        "Schema/SchemaCheck",
                                        // These require conditions of SQL.
                                        "/EventListStore", "/ShopListStore", "Recommendations/CandidateStore"]
    /// How a message about a field begins, where other texts stand beside messages.
    private static let openings = ["must ", "is ", "may ", "has ", "have ", "needs ", "contains ", "does ", "cannot ", "each ", "comes ",
                                   "was "]

    @Test("Every sentence of every service is in the catalogue, those of settings and preferences that clients change, too (12.F19)")
    func sources() throws {
        var unknown: [String] = []
        var seen = 0
        var leftOut: Set<String> = []
        for service in Platform.services.map(\.folder) + ["Gateway"] {
            let folder = "\(repository)/Services/\(service)"
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
                let reasons = Self.notForClients.filter { "/\(path)".contains($0) }
                guard reasons.isEmpty else {
                    leftOut.formUnion(reasons)
                    continue
                }
                let source = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
                for sentence in Self.sentences(in: source) {
                    seen += 1
                    if !Self.translations.fields.isKnown(sentence) { unknown.append("\(service)/\(path): \(sentence)") }
                }
            }
        }
        #expect(seen > 200 && unknown.isEmpty, "\(unknown.joined(separator: "\n"))")
        #expect(leftOut == Set(Self.notForClients), "no file is called so any more: \(Set(Self.notForClients).subtracting(leftOut))")
    }

    /// Every text with a space in those calls, and texts elsewhere that begin like a message; `1` replaces inserted values.
    private static func sentences(in source: String) -> [String] {
        let returned = source.split(separator: "\n").filter { $0.contains("return \"") || $0.contains("? nil : \"") }.flatMap {
            literals(of: String($0) + ")")
        }
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
