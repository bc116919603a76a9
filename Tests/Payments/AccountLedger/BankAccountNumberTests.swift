import PaymentsAccountLedger
import Testing

@Suite("Account numbers of banks")
struct BankAccountNumberTests {
    private static let good = ["SA0380000000608010167519", "SA4420000001234567891234"]

    private func number(_ text: String) -> BankAccountNumber? { BankAccountNumber(text, country: "SA", digits: 22) }

    @Test("A number with right check digits counts, however it is typed")
    func typed() {
        for text in Self.good { #expect(number(text)?.text == text) }
        #expect(number("sa03 8000 0000 6080 1016 7519")?.text == Self.good[0])
        #expect(number("SA٠٣٨٠٠٠٠٠٠٠٦٠٨٠١٠١٦٧٥١٩")?.last4 == "7519")
    }

    @Test("Every change of one digit is refused, and every swap of two different neighbours", arguments: good)
    func digits(_ text: String) {
        var changes = 0
        let characters = Array(text)
        for place in 2..<characters.count {
            for digit in "0123456789" where digit != characters[place] {
                var changed = characters
                changed[place] = digit
                #expect(number(String(changed)) == nil, "\(String(changed))")
                changes += 1
            }
        }
        #expect(changes == 22 * 9)
        for place in 4..<(characters.count - 1) where characters[place] != characters[place + 1] {
            var swapped = characters
            swapped.swapAt(place, place + 1)
            #expect(number(String(swapped)) == nil, "\(String(swapped))")
        }
    }

    @Test("Another country, length or character is refused", arguments: [
        "", "SA", "SA038000000060801016751", "SA03800000006080101675190", "DE89370400440532013000", "AE070331234567890123456",
        "SA03800000006080101A7519", "0380000000608010167519SA", "SA03-8000", "SA½380000000608010167519", "SA038000000060801016751\u{200B}",
    ])
    func others(_ text: String) { #expect(number(text) == nil) }
}
