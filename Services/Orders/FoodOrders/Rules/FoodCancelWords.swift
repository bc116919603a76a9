import Contracts
import Kernel

/// Why somebody ends an order, checked against what that person may say.
package enum FoodCancelWords {
    static let noteMax = 300

    /// Throws 422 for a reason that this person can't give, and for `other` of a restaurant without a note.
    package static func read(_ reason: String?, _ note: String?,
        as actor: FoodCancelReason.Actor) throws(Rejection) -> (reason: FoodCancelReason, note: String?) {
        var check = Validation()
        let known = reason.flatMap { FoodCancelReason(rawValue: $0) }.flatMap { $0.actors.contains(actor) ? $0 : nil }
        if known == nil { check.fail("reason", reason == nil ? "is required" : "is not a reason that you can give") }
        let isNoteRequired = actor == .staff || (actor == .owner && known == .other)
        var words = check.text("note", note, (isNoteRequired ? 1 : 0)...noteMax, required: isNoteRequired, multiline: true)
        if words?.isEmpty == true { words = nil }
        try check.check()
        return (known ?? .other, words)
    }
}
