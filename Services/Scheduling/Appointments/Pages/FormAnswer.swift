import Kernel
import ServiceKit

/// How a form of a page is answered: what it makes leads on to the next page, what is refused is said on the page it
/// came from, and nothing that was written before the refusal stays. What opens nothing (any more) has a page of its
/// own.
struct FormAnswer {
    let tx: SchedulingTransaction
    let source: PageSource
    var words: PageWords { source.words }

    init(_ tx: SchedulingTransaction, lang: String?) throws {
        self.tx = tx
        source = try PageSource(tx, lang: lang)
    }

    /// Where to go on, below the tenant's root.
    struct Next {
        let path: String
        var query: [(String, String)] = []
    }

    /// - Parameters:
    ///   - make: does what was asked; where to go on.
    ///   - say: the page that tells a refusal, made of rows as they were before.
    func page(making make: () throws -> Next, saying say: (Rejection) throws -> Markup) throws -> PageAnswer {
        let refusal: Rejection
        switch try tx.savepoint(make) {
        case .success(let next): return PageAnswer(seeOther: source.location(next.path, next.query))
        case .failure(let rejection): refusal = rejection
        }
        return try source.answer {
            guard ![401, 403, 404, 410].contains(refusal.status) else { throw refusal }
            return PageAnswer(try say(refusal), status: refusal.status)
        }
    }
}
