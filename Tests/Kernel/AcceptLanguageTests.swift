import Kernel
import Testing

@Suite("The language a client asks for")
struct AcceptLanguageTests {
    @Test("It is the favourite among those there are", arguments: [
        ("fr-BE, en;q=0.8", "fr"), ("de, en;q=0.1", "en"), ("ar;q=0.9, fr;q=0.95", "fr"), ("en;q=0, fr", "fr"),
        ("fr ; q=0.2 ,\tar;q=0.8", "ar"), ("EN", "en"), ("en,fr", "en"),
        ("en;q=0.5,*;q=0.2", "en"),
    ])
    func favourite(header: String, language: String) {
        #expect(AcceptLanguage.preferred(header, among: ["en", "fr", "ar"]) == language)
    }

    @Test("It is none where nothing fits, anything is liked better, or the header is no browser's", arguments: [
        nil, "", "de", "*", "en;q=0", "*, en;q=0.5", ";;,,q=x", String(repeating: "en,", count: 200),
    ])
    func none(header: String?) { #expect(AcceptLanguage.preferred(header, among: ["en", "fr"]) == nil) }

    @Test("A region is content with its language, and the other way round")
    func regions() {
        #expect(AcceptLanguage.matches("fr-BE", "fr") && AcceptLanguage.matches("fr", "fr-BE") && AcceptLanguage.matches("FR", "fr"))
        #expect(!AcceptLanguage.matches("fr-BE", "fr-FR") && !AcceptLanguage.matches("fra", "fr"))
    }
}
