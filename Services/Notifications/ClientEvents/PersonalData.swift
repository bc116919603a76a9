import Kernel

/// Values that look like what analytics must not know: e-mail addresses and numbers of cards.
enum PersonalData {
    private static let cardDigits = 13...19

    static func isIn(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): hasMailAddress(text) || hasCardNumber(text)
        case .int(let number): hasCardNumber(String(number.magnitude))
        case .double(let number): number.isFinite && hasCardNumber(number.magnitude)
        case .null, .bool, .array, .object: false
        }
    }

    /// Something, an at sign, and something with a dot in it.
    private static func hasMailAddress(_ text: String) -> Bool {
        text.split(whereSeparator: \.isWhitespace).contains { word in
            word.indices.contains { index in
                guard word[index] == "@", index > word.startIndex else { return false }
                let domain = word[word.index(after: index)...]
                return domain.dropFirst().dropLast().contains(".")
            }
        }
    }

    /// Digits, perhaps in groups, that pass the check of cards. Other groups may stand beside them: an expiry, the number of an order.
    private static func hasCardNumber(_ text: String) -> Bool {
        var groups: [[Int]] = [[]]
        for character in text {
            if let digit = character.wholeNumberValue, (0...9).contains(digit) {
                groups[groups.endIndex - 1].append(digit)
            } else if character.isWhitespace || character.isDash {
                if groups.last?.isEmpty == false { groups.append([]) }
            } else {
                if isCard(in: groups) { return true }
                groups = [[]]
            }
        }
        return isCard(in: groups)
    }
    /// Whether groups that follow each other are a card's number. As each has a digit, few of them can be.
    private static func isCard(in groups: [[Int]]) -> Bool {
        groups.indices.contains { first in
            var digits: [Int] = []
            for group in groups[first...] {
                guard digits.count + group.count <= cardDigits.upperBound else { return false }
                digits += group
                if cardDigits.contains(digits.count), isLuhnValid(digits) { return true }
            }
            return false
        }
    }
    /// A whole number too large for an integer, or one that was written with a point.
    private static func hasCardNumber(_ number: Double) -> Bool {
        guard let units = DecimalDigits(number)?.units(places: 0), units.isExact else { return false }
        return hasCardNumber(String(units.rounded))
    }

    /// H. P. Luhn, US patent 2,950,048: every second digit from the right counts twice.
    private static func isLuhnValid(_ digits: [Int]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, entry in
            let doubled = entry.offset % 2 == 0 ? entry.element : 2 * entry.element
            return sum + (doubled > 9 ? doubled - 9 : doubled)
        }
        return sum % 10 == 0
    }
}

extension Character {
    fileprivate var isDash: Bool { self == "-" || ("\u{2010}"..."\u{2015}").contains(self) || self == "\u{2212}" }
}
