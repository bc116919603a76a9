import Kernel
import ServiceKit

extension JSONWriter {
    /// The rest of a page after its `data`.
    package mutating func pageMeta(_ request: PageRequest, total: Int) {
        member("meta") { writer in
            writer.member("page", request.page)
            writer.member("perPage", request.perPage)
            writer.member("total", total)
            writer.member("lastPage", max(1, (total + request.perPage - 1) / request.perPage))
        }
    }
}

extension Validation {
    /// The page that is asked for. Throws 422 with everything that was wrong so far, and with the page if that is out of range.
    package mutating func page(_ page: Int?, _ perPage: Int?) throws -> PageRequest {
        let request: PageRequest
        do { request = try PageRequest(page: page, perPage: perPage) } catch {
            guard let rejection = error as? Rejection else { throw error }
            take(rejection.errors)
            try check()
            throw rejection
        }
        try check()
        return request
    }
}
