import Contracts
import GatewayService
import Kernel
import Messaging
import ServiceKit
import Testing

@Suite("What is wrong with a field, in every language of the street")
struct TranslationTests {
    private static let bakery = FeatureTexts(
        fields: ["is sold out until {}": ["fr": "épuisé jusqu'à {}", "de": "ist bis {} ausverkauft"],
                 "is required": ["fr": "manque", "de": "fehlt"]],
        slugs: ["oven-cold": ["fr": "Le four est froid."], "upgrade-required": ["fr": "Non."]])

    @Test("A sentence keeps what varies in it", arguments: [
        ("must have 2 to 100 characters", "fr", "doit avoir de 2 à 100 caractères"),
        ("must have 2 to 100 characters", "ar", "يجب أن يتكوّن من 2 إلى 100 حرفاً"),
        ("must be one of fr, ar", "es", "debe ser uno de estos valores: fr, ar"),
        ("is required", "ar", "مطلوب"), ("is required", "en", "is required"), ("must be -90 to 90", "es", "debe estar entre -90 y 90"),
        ("has the wrong type", "fr", "n'est pas du bon type"), ("must not be null", "es", "no debe estar vacío"),
        ("must begin with peez:// or https://", "fr", "doit commencer par peez:// ou https://"),
        ("A value that no type here holds, such as 1e999", "fr", "est hors limites"),
        ("unknown currency", "ar", "عملة غير معروفة"), ("not an id", "es", "no es un identificador"),
        ("not a date (YYYY-MM-DD)", "fr", "n'est pas une date (AAAA-MM-JJ)"),
        ("is something that nobody has translated", "fr", "is something that nobody has translated"),
        ("must be whatever the weather says", "ar", "must be whatever the weather says"),
        ("is sold out until 12:00", "fr-DZ", "épuisé jusqu'à 12:00"), ("is sold out until 12:00", "de", "ist bis 12:00 ausverkauft"),
        ("is sold out until 12:00", "es", "is sold out until 12:00"),
    ])
    func translations(_ message: String, _ language: String, _ localized: String) {
        #expect(Translations([Self.bakery]).fields.localized(message, in: language) == localized)
    }

    @Test("A service cannot change a sentence of the gateway's own, nor the words of a service before it")
    func precedence() {
        let other = FeatureTexts(fields: ["is sold out until {}": ["fr": "autre {}"]], slugs: ["oven-cold": ["fr": "Autre."]])
        let both = Translations([Self.bakery, other])
        #expect(both.fields.localized("is required", in: "fr") == "est obligatoire" && both.fields.localized("is required", in: "de")
            == "is required")
        #expect(both.fields.localized("is sold out until 9", in: "fr") == "épuisé jusqu'à 9")
        #expect(both.isTranslated("oven-cold", "fr") && !both.isTranslated("oven-cold", "es") && both.isTranslated("not-found", "es")
            && both.isTranslated("oven-cold", "en"))
    }

    @Test("People read what a service declares as soon as its manifest has come; in English the detail stays the message")
    func manifest() async throws {
        let shop = try await Shop()
        func message(_ language: String) async throws -> JSONValue? {
            try await shop.client.post("/t/demo/api/v1/refused", "{}", ["Accept-Language": language]).json["message"]
        }
        #expect(try await message("fr") == "Nothing is left.")
        let sealing = SealingKey(id: "bakery-sealing-1", publicKey: Base64URL.encode([UInt8](repeating: 9, count: 32)))
        let texts = FeatureTexts(slugs: ["sold-out": ["fr": "Il n’en reste plus."]])
        let manifest = Manifest(service: "bakery", version: "1", routes: [], sealingKey: sealing, consumes: [], publishes: [], texts: texts)
        let record = OutgoingRecord(topic: Topics.manifests, key: Array("bakery".utf8), value: try JSON.encode(manifest),
                                    headers: [RecordHeader("ce_type", Manifest.type.rawValue)])
        _ = try shop.log.makeProducer(name: "bakery").append([record], timeout: .seconds(5))
        try await poll { try await message("fr") == "Il n’en reste plus." }
        #expect(try await message("en") == "Nothing is left.")
        await shop.stop()
    }
}
