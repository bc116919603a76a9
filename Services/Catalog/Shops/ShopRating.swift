import Contracts
import Kernel

/// What somebody says of a shop.
package struct ShopRating: Sendable, Equatable {
    package let id: Int
    package let shopID: Int
    package let userID: User.ID
    package var stars: Int
    package var comment: String?
    package var isEdited: Bool
    package let createdAt: Timestamp
    package var updatedAt: Timestamp

    package static let commentScalarsMax = 500

    package init(id: Int, shopID: Int, userID: User.ID, stars: Int, comment: String?, isEdited: Bool = false, createdAt: Timestamp,
                 updatedAt: Timestamp) {
        (self.id, self.shopID, self.userID, self.stars, self.comment) = (id, shopID, userID, stars, comment)
        (self.isEdited, self.createdAt, self.updatedAt) = (isEdited, createdAt, updatedAt)
    }

    /// At most 500 code points, line breaks are fine; blank is none.
    package static func comment(_ text: String?, _ check: inout Validation) -> String? {
        guard let text, let clean = check.text("comment", text, 0...4 * commentScalarsMax, required: false, multiline: true),
              !clean.isEmpty else { return nil }
        check.require(clean.unicodeScalars.count <= commentScalarsMax, "comment", "must have at most \(commentScalarsMax) characters")
        return clean
    }

    /// First word and the initial of the last: "Ahmed M.". Nil for somebody without a name.
    package static func shownName(_ name: String) -> String? {
        let words = name.split { $0.isWhitespace }
        guard let first = words.first else { return nil }
        guard words.count > 1, let initial = words.last?.first else { return String(first) }
        return "\(first) \(initial.uppercased())."
    }
}
