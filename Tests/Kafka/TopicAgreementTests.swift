import CRdKafka
import Kafka
import Messaging
import Testing

@Suite("Brokers that lag behind or are dead, when topics are created")
struct TopicAgreementTests {
    private static let timedOut = LogError(kind: .timedOut, isRetriable: true, description: "Failed while waiting for controller")
    private static let refused = LogError(kind: .other, isRetriable: false, description: "not allowed")

    /// Answers what the brokers know in turn, and counts.
    private final class Brokers {
        private let answers: [Set<String>]
        private let count: Int
        private(set) var asked = 0
        init(_ answers: [Set<String>], count: Int) { (self.answers, self.count) = (answers, count) }
        func answer() -> TopicAgreement.Answer {
            defer { asked += 1 }
            return (count, answers[asked % answers.count])
        }
    }

    @Test("A topic that one broker still shows after it was deleted is missing, whichever broker answers first", arguments: [
        [Set(["a", "deleted"]), ["a"]], [["a"], ["a", "deleted"]], [["a", "deleted"], ["a", "deleted"], ["a", "deleted"], ["a"]],
    ])
    func lagging(_ answers: [Set<String>]) throws {
        let brokers = Brokers(answers, count: 3)
        #expect(try TopicAgreement.known(among: ["a", "deleted", "new"]) { () throws(LogError) in brokers.answer() } == ["a"])
        #expect(brokers.asked >= 6)
    }

    @Test("One broker is asked once, and a cluster without any of the topics as well")
    func askedOnce() throws {
        let one = Brokers([["a"]], count: 1)
        #expect(try TopicAgreement.known(among: ["a", "b"]) { () throws(LogError) in one.answer() } == ["a"])
        let empty = Brokers([[]], count: 3)
        #expect(try TopicAgreement.known(among: ["a"]) { () throws(LogError) in empty.answer() } == [])
        #expect(one.asked == 1 && empty.asked == 1)
    }

    @Test("A new topic is waited for until every broker has had its chance to answer")
    func waits() throws {
        let brokers = Brokers([["new"], ["new"], [], ["new"]], count: 1)
        try TopicAgreement.wait(for: ["new"], until: .now + .seconds(5)) { () throws(LogError) in brokers.answer() }
        #expect(brokers.asked == 1)
        let three = Brokers([[], [], ["new"]], count: 3)
        try TopicAgreement.wait(for: ["new"], until: .now + .milliseconds(100)) { () throws(LogError) in three.answer() }
        #expect(three.asked > 2, "brokers that never agree are not waited for beyond the deadline")
    }

    @Test("A controller that died is asked for a second only; the brokers then name another one")
    func deadController() throws {
        var (waits, looks) = ([Duration](), 0)
        let answer = try ControllerRequest.run(until: .now + .seconds(10),
                                               look: { () throws(LogError) in looks += 1 }) { timeout throws(LogError) -> Int in
            waits.append(timeout)
            guard looks == 2 else { throw Self.timedOut }
            return 1
        }
        #expect(answer == 1)
        #expect(waits == [.seconds(1), .seconds(2), .seconds(4)])
    }

    @Test("A refusal is not repeated, and a cluster without a controller fails in time")
    func givesUp() {
        var asked = 0
        #expect(throws: LogError.self) {
            try ControllerRequest.run(until: .now + .seconds(10), look: {}) { _ throws(LogError) in
                asked += 1
                throw Self.refused
            }
        }
        #expect(asked == 1)
        let error = #expect(throws: LogError.self) {
            try ControllerRequest.run(until: .now, look: {}) { timeout throws(LogError) in
                #expect(timeout == .milliseconds(1))
                throw Self.timedOut
            }
        }
        #expect(error?.kind == .timedOut)
    }
}
