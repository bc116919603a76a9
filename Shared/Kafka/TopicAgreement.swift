import CRdKafka
import Glibc
import Messaging

/// Which topics all brokers know. Any broker may answer a question, and one that lags behind knows neither a topic that was
/// just created nor that one was just deleted. A client cannot choose who answers, so it asks several times.
package struct TopicAgreement {
    package typealias Answer = (brokers: Int, topics: Set<String>)
    private static let questionsPerBroker = 4

    private static func questions(_ brokers: Int) -> Int { brokers > 1 ? brokers * questionsPerBroker : 1 }

    /// The topics among `wanted` that every answer contains. Others are missing at one broker at least; only the controller
    /// knows whether they exist, and it refuses to create an existing one.
    package static func known(among wanted: Set<String>, _ ask: () throws(LogError) -> Answer) throws(LogError) -> Set<String> {
        var known = wanted
        var (asked, needed) = (0, 1)
        while asked < needed, !known.isEmpty {
            let answer = try ask()
            known.formIntersection(answer.topics)
            needed = questions(answer.brokers)
            asked += 1
        }
        return known
    }

    /// Asks until as many answers in a row contain all topics as it takes to hear every broker, at most until the deadline.
    package static func wait(for topics: Set<String>, until deadline: ContinuousClock.Instant,
                             _ ask: () throws(LogError) -> Answer) throws(LogError) {
        var (agreeing, needed) = (0, 1)
        while agreeing < needed, .now < deadline {
            let answer = try ask()
            needed = questions(answer.brokers)
            agreeing = topics.isSubset(of: answer.topics) ? agreeing + 1 : 0
            if agreeing == 0 { usleep(10_000) }
        }
    }
}

/// A request to the controller. librdkafka waits for the controller it heard of last, also if that broker died, and brokers
/// name a dead one for some seconds; only new metadata replaces it. The first attempts are therefore short.
package enum ControllerRequest {
    /// - Parameter look: asks for new metadata.
    package static func run<Answer>(until deadline: ContinuousClock.Instant, look: () throws(LogError) -> Void,
                                    _ attempt: (_ timeout: Duration) throws(LogError) -> Answer) throws(LogError) -> Answer {
        var wait = QuestionWait()
        while true {
            do throws(LogError) {
                return try attempt(min(wait.length, max(deadline - .now, .milliseconds(1))))
            } catch {
                guard error.kind == .timedOut, .now < deadline else { throw error }
                wait.lengthen()
                try look()
            }
        }
    }
}
