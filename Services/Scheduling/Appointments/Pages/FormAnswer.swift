import Kernel
import SchedulingKit
import ServiceKit

/// Answers the form of a page: success leads on to the next page, a refusal is shown on the page the form came from and
/// rolls back what was written. A link that is invalid or expired has a page of its own.
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
    ///   - refused: the page that shows a refusal, made of rows as they were before.
    func page(making make: () throws -> Next, refused: (Rejection) throws -> Markup) throws -> PageAnswer {
        let refusal: Rejection
        switch try tx.savepoint(make) {
        case .success(let next): return PageAnswer(seeOther: source.location(next.path, next.query))
        case .failure(let rejection): refusal = rejection
        }
        return try source.answer {
            guard ![401, 403, 404, 410].contains(refusal.status) else { throw refusal }
            return PageAnswer(try refused(refusal), status: refusal.status)
        }
    }
}
