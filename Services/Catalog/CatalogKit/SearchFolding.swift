import Kernel

/// Texts made comparable for search and order, in French and Arabic letters as well as in plain ones.
package enum SearchFolding {
    /// Lower case, no diacritics (also no tashkeel and no hamza on a carrier), ligatures written out, Arabic letters
    /// that are typed either way made one: أ إ آ → ا, ة → ه, ى → ي, no tatweel.
    package static func fold(_ text: String) -> String {
        let plain = text.folded
        if plain.utf8.allSatisfy({ $0 < 128 }) { return plain }
        var out = String.UnicodeScalarView()
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "œ": out.append(contentsOf: "oe".unicodeScalars)
            case "æ": out.append(contentsOf: "ae".unicodeScalars)
            case "ß": out.append(contentsOf: "ss".unicodeScalars)
            case "\u{0640}": continue
            case "\u{0629}": out.append("\u{0647}")
            case "\u{0649}": out.append("\u{064A}")
            case "\u{0671}": out.append("\u{0627}")
            default: out.append(scalar)
            }
        }
        return String(out)
    }

    /// The words somebody looks for, folded. None: no filter.
    package static func words(_ search: String) -> [String] { fold(search).split { $0.isWhitespace }.map(String.init) }

    /// Compared as bytes it orders names as a French dictionary does (Unicode collation, root): letters first, then accents, then case.
    package static func orderKey(_ name: String) -> String {
        withPlainMarks(fold(name)) + "\u{1}" + name.lowercased() + "\u{1}" + name
    }

    /// Spaces, dashes and quotation marks as ASCII has them. A dictionary puts all of them before letters: "L’Élégance" comes before "Le".
    private static func withPlainMarks(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 128 }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { scalar -> Unicode.Scalar in
            guard scalar.value >= 128 else { return scalar }
            switch scalar.properties.generalCategory {
            case .spaceSeparator: return " "
            case .dashPunctuation: return "-"
            case .initialPunctuation, .openPunctuation, .finalPunctuation: return "‘’‚‛‹›".unicodeScalars.contains(scalar) ? "'" : "\""
            case .otherPunctuation: return "."
            default: return scalar
            }
        }))
    }
}
