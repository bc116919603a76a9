import Kernel
import ServiceKit

/// Who has an account here? For those with `users:manage`.
public struct UserList: Query {
    public static let type: MessageType = "auth.user-list.v1"
    let role: String?
    let search: String?
    let page: Int?
    let perPage: Int?

    public func answer(in view: AuthView) throws -> Page<AccountAnswer> {
        try view.require(permission: "users:manage")
        let request = try PageRequest(page: page, perPage: perPage)
        let text = search?.trimmed
        let (accounts, total) = try view.accounts.page(role: role, search: text?.isEmpty ?? true ? nil : text,
                                                       PageBounds(limit: request.perPage, offset: request.offset))
        let answers = accounts.map { AccountAnswer($0, definition: view.definition, now: view.now, to: .managers) }
        return Page(answers, request, total: total)
    }
}
