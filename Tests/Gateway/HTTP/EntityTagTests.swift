import GatewayService
import Kernel
import ServiceKit
import Testing

@Suite("Entity tags")
struct EntityTagTests {
    private static let keys = [MemberKey("left"), MemberKey("timeUntilClose")]
    private func tag(_ body: String, without keys: [MemberKey] = keys) -> String {
        EntityTag.of(Array(body.utf8), version: 3, without: keys)
    }

    @Test("Numbers that vary with time do not count, wherever they stand; everything else does")
    func varying() {
        let now = tag(#"{"data":[{"timeUntilClose":86400,"n":1},{"left":7,"timeUntilClose":9}],"left":0}"#)
        #expect(now.hasPrefix("\"3."), "If-Match compares the version")
        #expect(now == tag(#"{"data":[{"timeUntilClose":86399,"n":1},{"left":10,"timeUntilClose":8}],"left":12}"#))
        for other in [#"{"data":[{"timeUntilClose":86400,"n":2},{"left":7,"timeUntilClose":9}],"left":0}"#,
                      #"{"data":[{"timeUntilClose":null,"n":1},{"left":7,"timeUntilClose":9}],"left":0}"#,
                      #"{"data":[{"timeUntilClose":86400,"n":1},{"left":7}],"left":0}"#] {
            #expect(tag(other) != now, "\(other)")
        }
        #expect(tag(#"{"text":"\"left\":1"}"#) != tag(#"{"text":"\"left\":2"}"#), "a text is no key")
        #expect(tag(#"{"left":1}"#, without: []) != tag(#"{"left":2}"#, without: []) && tag("", without: []).hasPrefix("\"3."))
    }

    @Test("A tag fits in every form in which clients send it back")
    func forms() {
        let mine = tag(#"{"left":1}"#)
        for sent in [mine, "W/" + mine, "\"x\", \(mine)", EntityTag.gzipped(mine), "*"] {
            #expect(EntityTag.matches(sent, mine), "\(sent)")
        }
        #expect(!EntityTag.matches("W/\"x\"", mine))
    }

    @Test("A schema names the members that vary with time, at any depth")
    func schema() {
        let card = Schema.object(["left": Schema.integer().orNull.varyingWithTime, "id": .id])
        #expect(Schema.page(of: card).namesVaryingWithTime == ["left"])
        #expect(Schema.object(["first": .object(["of": .array(card)]), "soon": Schema.integer().varyingWithTime]).namesVaryingWithTime
            == ["left", "soon"])
        #expect(Schema.page(of: .object(["id": .id])).namesVaryingWithTime.isEmpty)
    }
}
