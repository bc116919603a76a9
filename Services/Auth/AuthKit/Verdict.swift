import Kernel
import Messaging
import ServiceKit

/// An answer, or a refusal that keeps its rows. A thrown rejection rolls back; a wrong try must be counted and a stolen
/// session must stay ended.
public enum Verdict<Body: Encodable & Sendable>: AnswerShape, Sendable {
    case granted(Answer<Body>)
    case refused(Rejection)

    package static func granted(_ body: Body, secret: Bool = false) -> Verdict { .granted(Answer(body, secret: secret)) }

    public func reply() throws -> Reply {
        switch self {
        case .granted(let answer) where answer.body is Nothing: try NoContent().reply()
        case .granted(let answer): try answer.reply()
        case .refused(let rejection): Reply(rejection)
        }
    }
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .granted(let answer): try answer.encode(to: encoder)
        case .refused: break  // A refusal has no body of this type; `reply()` writes it.
        }
    }
}

/// The body of a 204.
public struct Nothing: Encodable, Sendable {}

extension Verdict where Body == Nothing {
    package static var nothing: Verdict { .granted(Answer(Nothing(), status: 204)) }
}
