/// Phone numbers as people type them: Arabic-Indic digits, `05XXXXXXXX`, spaces and dashes.
package enum FoodPhone {
    /// In the international form. Nil: not a phone number.
    package static func read(_ text: String, prefix: String) -> String? {
        var digits = ""
        var isInternational = false
        for (place, character) in text.trimmingPrefix(while: \.isWhitespace).enumerated() {
            if character == "+", place == 0 { isInternational = true }
            else if let digit = character.wholeNumberValue, digit < 10 { digits += String(digit) }
            else if !" -()\u{200E}\u{200F}\u{202A}\u{202C}".contains(character) { return nil }
        }
        if !isInternational, digits.hasPrefix("00") {
            (digits, isInternational) = (String(digits.dropFirst(2)), true)
        }
        let number: String
        if isInternational { number = "+" + digits } else { number = prefix + digits.trimmingPrefix("0") }
        let own = prefix.isEmpty || !number.hasPrefix(prefix) ? nil : number.dropFirst(prefix.count)
        // Numbers of Saudi Arabia have nine digits; others what E.164 allows.
        if prefix == "+966", let own { return own.count == 9 && !own.hasPrefix("0") ? number : nil }
        return (9...16).contains(number.count) && number.dropFirst().first != "0" ? number : nil
    }
}
