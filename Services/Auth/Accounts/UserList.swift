import AuthKit
import Kernel
import ServiceKit

/// Who has an account here? For those with `users:manage`, or `users:read` where the app has it.
public struct UserList: Query {
    public static let type: MessageType = "auth.user-list.v1"
    package static let reading = "users:read"
    package let role: String?
    package let search: String?
    package let page: Int?
    package let perPage: Int?

    public func answer(in view: AuthView) throws -> Page<AccountAnswer> {
        let permissions = view.definition.permissions(of: try view.account().roles)
        if !permissions.contains(Self.reading) { try view.require(permission: ChangeRoles.permission) }
        let request = try PageRequest(page: page, perPage: perPage)
        if let role {
            var check = Validation()
            check.require(view.definition.roles[role] != nil, "role", "\(role.prefix(40)) is not a role here")
            try check.check()
        }
        let text = search?.trimmed
        // A whole number is found as people type it; its last digits too.
        let (accounts, total) = try view.accounts.page(
            role: role, search: text?.isEmpty ?? true ? nil : text,
            phone: text.flatMap { PhoneNumber($0, prefix: view.definition.phonePrefix) },
            PageBounds(limit: request.perPage, offset: request.offset))
        let answers = accounts.map { AccountAnswer($0, definition: view.definition, now: view.now, to: .managers) }
        return Page(answers, request, total: total)
    }
}
