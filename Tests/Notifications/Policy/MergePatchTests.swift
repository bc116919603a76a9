import Kernel
import NotificationPolicy
import NotificationsService
import Testing

@Suite("Merge patches")
struct MergePatchTests {
    @Test("The examples of RFC 7396, appendix A: a null takes away, a list replaces", arguments: [
        (["a": "b"], ["a": "c"], ["a": "c"]), (["a": "b"], ["b": "c"], ["a": "b", "b": "c"]), (["a": "b"], ["a": .null], [:]),
        (["a": "b", "b": "c"], ["a": .null], ["b": "c"]), (["a": ["b"]], ["a": "c"], ["a": "c"]), (["a": "c"], ["a": ["b"]], ["a": ["b"]]),
        (["a": ["b": "c"]], ["a": ["b": "d", "c": .null]], ["a": ["b": "d"]]), (["a": [["b": "c"]]], ["a": [1]], ["a": [1]]),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        (["a": "b"], ["c"], ["c"]), (["e": .null], ["a": 1], ["e": .null, "a": 1]), ([1, 2], ["a": "b", "c": .null], ["a": "b"]),
        ([:], ["a": ["bb": ["ccc": .null]]], ["a": ["bb": [:]]]),
    ] as [(JSONValue, JSONValue, JSONValue)])
    func examples(target: JSONValue, patch: JSONValue, result: JSONValue) {
        #expect(MergePatch.apply(patch, to: target) == result)
    }
}
