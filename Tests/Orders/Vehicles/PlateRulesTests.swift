import OrdersVehicles
import Testing

@Suite("Licence plates")
struct PlateRulesTests {
    @Test("Capital letters without spaces, hyphens and dots; letters that only look Latin are none", arguments: [
        ("ABC D12", "ABCD12"), ("abc-d.12", "ABCD12"), ("  a 1 ", "A1"), ("", ""), ("ABC_12", nil), ("АBC12", nil), ("ＡBC12", nil),
        ("ıBC12", nil), ("ßBC12", nil), ("ÄBC12", nil), ("AB١2", nil), ("AB\u{2013}12", nil), ("AB\u{A0}12", nil), ("A\u{301}B12", nil),
    ] as [(String, String?)])
    func normalized(_ typed: String, _ plain: String?) { #expect(PlateRules.normalized(typed) == plain) }

    private static let florida = ["AAAA99", "AA99AA", "AAA999"]

    @Test("A plate fits one of its region's masks", arguments: [
        ("ABCD12", true), ("AB12CD", true), ("ABC123", true), ("ABCD123", false), ("ABCD1", false), ("1BCD12", false), ("ABCDEF", false),
        ("", false),
    ])
    func masks(_ plate: String, _ fits: Bool) { #expect(PlateRules.fits(plate, masks: Self.florida, isPersonalized: false) == fits) }

    @Test("A text that the owner chose has 1 to 7 characters, a plate of a state that nobody described 2 to 8")
    func lengths() {
        #expect(PlateRules.fits("A", masks: Self.florida, isPersonalized: true))
        #expect(PlateRules.fits("ABCDEF1", masks: [], isPersonalized: true))
        #expect(!PlateRules.fits("ABCDEF12", masks: [], isPersonalized: true))
        #expect(!PlateRules.fits("", masks: [], isPersonalized: true))
        #expect(!PlateRules.fits("A", masks: [], isPersonalized: false))
        #expect(PlateRules.fits("A1", masks: [], isPersonalized: false))
        #expect(PlateRules.fits("ABCDEF12", masks: [], isPersonalized: false))
        #expect(!PlateRules.fits("ABCDEF123", masks: [], isPersonalized: false))
    }

    @Test("The 50 states and DC are known, other regions only with masks")
    func regions() {
        #expect(PlateRules.states.count == 51)
        #expect(PlateRules.isKnown("US-DC", masks: []) && PlateRules.isKnown("US-WY", masks: []))
        #expect(!PlateRules.isKnown("US-PR", masks: []) && !PlateRules.isKnown("us-fl", masks: []) && !PlateRules.isKnown("FL", masks: []))
        #expect(PlateRules.isKnown("US-PR", masks: ["AAA999"]))
    }

    @Test("Every verifier that a tenant may name answers the same question the same, and the offline one knows ZZZ", arguments: [
        ("ZZZ123", true, Plate.Status.mismatch), ("ZZZ", false, .mismatch), ("AZZ123", true, .verified), ("AB12", false, .unverified),
    ])
    func verifiers(_ plate: String, _ isFormatKnown: Bool, _ offline: Plate.Status) {
        let question = PlateQuestion(region: "US-FL", normalized: plate, isFormatKnown: isFormatKnown, make: "Toyota", model: "Camry",
                                     year: 2021)
        for verifier in PlateVerifiers.all {
            #expect(verifier.status(of: question) == verifier.status(of: question))
            #expect(PlateVerifiers.named(verifier.name) == verifier)
        }
        #expect(OfflinePlates.status(of: question) == offline)
        #expect(PlateVerifiers.named("registry") == nil)
    }
}
