/// An account number of ISO 13616 (IBAN): country, two check digits, the bank's own number.
package struct BankAccountNumber: Equatable {
    package let text: String
    package var last4: String { String(text.suffix(4)) }

    /// Reads what people type: spaces are dropped, letters may be small, digits of other scripts count. Nil if the country or the
    /// length is another one, or the check digits are not right.
    /// - Parameter digits: how many follow the country; all of them are digits.
    package init?(_ typed: String, country: String, digits: Int) {
        let plain = typed.filter { !" -\u{A0}\u{202F}".contains($0) }.map { character -> Character in
            guard !character.isASCII, let digit = character.wholeNumberValue, (0...9).contains(digit) else { return character }
            return Character(String(digit))
        }
        let text = String(plain).uppercased()
        let number = text.dropFirst(country.utf8.count)
        guard text.hasPrefix(country), number.utf8.count == digits, number.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        // Modulo 97 of the number with its country and check digits at the end (A = 10 … Z = 35) is 1.
        let rearranged = number.dropFirst(2) + country + number.prefix(2)
        let remainder = rearranged.utf8.reduce(0) { sum, byte in
            byte <= 57 ? (sum * 10 + Int(byte) - 48) % 97 : (sum * 100 + Int(byte) - 55) % 97
        }
        guard remainder == 1 else { return nil }
        self.text = text
    }
}
