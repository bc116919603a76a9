import AuthKit
import Kernel
import Messaging
import ServiceKit

/// Which applications are there? For moderators, oldest submission first.
public struct ApplicationList: Query {
    public static let type: MessageType = "auth.application-list.v1"
    package let status: String?
    package let page: Int?
    package let perPage: Int?

    public func answer(in view: AuthView) throws -> Page<ListedApplication> {
        try view.require(permission: ApplicationReview.permission)
        let request = try PageRequest(page: page, perPage: perPage)
        let wanted = status.flatMap { ApplicationStatus(rawValue: $0) }
        if status != nil, wanted == nil {
            let known = ApplicationStatus.allCases.map(\.rawValue).joined(separator: ", ")
            throw Rejection.invalid(["status": ["must be one of \(known)"]])
        }
        let found = try view.applications.page(wanted, PageBounds(limit: request.perPage, offset: request.offset))
        let cipher = view.context.columnCipher(IdentityCheckStore.cipherUse)
        let answers = try found.applications.compactMap { application -> ListedApplication? in
            guard let account = try view.accounts.find(application.userID) else { return nil }
            let identity = try view.identityChecks.find(account.id, cipher: cipher)
            return ListedApplication(try view.answer(application), account, identity: identity)
        }
        return Page(answers, request, total: found.total)
    }
}
