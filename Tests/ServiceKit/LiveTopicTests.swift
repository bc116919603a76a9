import Contracts
import Kernel
import ServiceKit
import Testing

@Suite("Live topics: what a subscriber sees first")
struct LiveTopicTests {
    private let list = Array(#"{"data":[{"id":"a"},{"id":"b"}],"meta":{}}"#.utf8)

    @Test("The answer of a query is one frame; the entries of a list are one frame each")
    func frames() {
        let whole = LiveTopic.Admission.asks("shop.order.v1", snapshot: "order.snapshot")
        #expect(whole.firstFrames(of: list).map(\.type) == ["order.snapshot"])
        let each = LiveTopic.Admission.lists("shop.jobs.v1", each: "job.available")
        #expect(each.firstFrames(of: list).map(\.type) == ["job.available", "job.available"])
        #expect(each.firstFrames(of: list).map { String(decoding: $0.data, as: UTF8.self) } == [#"{"id":"a"}"#, #"{"id":"b"}"#])
        #expect(each.query == "shop.jobs.v1")
    }

    @Test("Without a snapshot, and for what is no list, there is no first frame")
    func none() {
        #expect(LiveTopic.Admission.asks("shop.order.v1", snapshot: nil).firstFrames(of: list).isEmpty)
        #expect(LiveTopic.Admission.lists("shop.jobs.v1", each: "job.available").firstFrames(of: Array("{}".utf8)).isEmpty)
        #expect(LiveTopic.Admission.open.firstFrames(of: list).isEmpty)
        #expect(LiveTopic.Admission.byOwner.query == nil)
    }

    @Test("Every admission travels in a manifest and comes back", arguments: [
        LiveTopic.Admission.open, .byOwner, .asks("shop.order.v1", snapshot: "order.snapshot"),
        .lists("shop.jobs.v1", each: "job.available"),
    ])
    func travels(_ admission: LiveTopic.Admission) throws {
        #expect(try JSON.decode(LiveTopic.Admission.self, from: JSON.encode(admission)) == admission)
    }
}
