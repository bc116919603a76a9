import Contracts
import Kernel
import Testing

@Suite("Gallons in messages")
struct GallonsTests {
    @Test("Thousandths are exact, and a fourth decimal is refused", arguments: [
        ("15.8", 15_800), ("12.345", 12_345), ("60", 60_000), ("0.001", 1), ("15.8000", 15_800),
    ])
    func exact(_ text: String, _ thousandths: Int) throws {
        #expect(try JSON.decode(Gallons.self, from: text.utf8) == Gallons(thousandths: thousandths))
    }

    @Test("A number with more than 3 decimals is refused", arguments: ["15.8001", "0.0001", "1e-9", "1e300"])
    func refused(_ text: String) {
        #expect(throws: DecodingError.self) { try JSON.decode(Gallons.self, from: text.utf8) }
    }

    @Test("They are written as they were read, and shown with 3 decimals")
    func written() throws {
        for thousandths in [0, 1, 999, 1000, 15_800, 17_641, 60_000] {
            let gallons = Gallons(thousandths: thousandths)
            #expect(try JSON.decode(Gallons.self, from: JSON.encode(gallons)) == gallons)
            #expect(try JSONValue(encoding: gallons) == gallons.json)
        }
        #expect(Gallons(thousandths: 15_800).description == "15.800")
        #expect(Gallons(thousandths: -12_345).description == "-12.345")
    }
}
