import Contracts
import Kernel

/// Why somebody ends an order, checked against what that person may say.
package enum FoodCancelWords {
    static let noteMax = 300

    /// Throws 422 for a reason that this person can't give, and for `other` of a restaurant without a note.
    package static func read(_ reason: String?, _ note: String?,
        as actor: FoodCancelReason.Actor) throws(Rejection) -> (reason: FoodCancelReason, note: String?) {
        var check = Validation()
        let words = read(reason.map { .string($0) }, note.map { .string($0) }, as: actor, &check)
        try check.check()
        return words
    }
    /// As they were sent, of any type.
    static func read(_ reason: JSONValue?, _ note: JSONValue?, as actor: FoodCancelReason.Actor,
                     _ check: inout Validation) -> (reason: FoodCancelReason, note: String?) {
        let known = reason?.string.flatMap { FoodCancelReason(rawValue: $0) }.flatMap { $0.actors.contains(actor) ? $0 : nil }
        if known == nil { check.fail("reason", isMissing(reason) ? "is required" : "is not a reason that you can give") }
        guard isMissing(note) || note?.string != nil else {
            check.fail("note", "must be text")
            return (known ?? .other, nil)
        }
        let isNoteRequired = actor == .staff || (actor == .owner && known == .other)
        let words = check.text("note", note?.string, (isNoteRequired ? 1 : 0)...noteMax, required: isNoteRequired, multiline: true)
        return (known ?? .other, words?.isEmpty == true ? nil : words)
    }
    private static func isMissing(_ value: JSONValue?) -> Bool { value == nil || value == .null }
}
