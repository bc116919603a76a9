import CatalogKit

/// Words of addresses, made comparable: lower case without accents, and one form of what people write out or shorten.
enum AddressWords {
    private static let short = [
        "street": "st", "avenue": "ave", "av": "ave", "boulevard": "blvd", "road": "rd", "drive": "dr", "lane": "ln", "court": "ct",
        "place": "pl", "terrace": "ter", "highway": "hwy", "parkway": "pkwy", "square": "sq", "circle": "cir", "suite": "ste",
        "north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw",
        "florida": "fl", "fort": "ft",
    ]
    static func of(_ text: String) -> [String] { SearchDocument.words(of: text).map { short[$0] ?? $0 } }
}
