import AuthKit
import Contracts
import Kernel
import ServiceKit

/// How far is my application?
public struct MyApplication: Query {
    public static let type: MessageType = "auth.my-application.v1"

    public func answer(in view: AuthView) throws -> ApplicationAnswer {
        let account = try view.account()
        return try view.answer(try view.applications.find(account.id) ?? OrganizerApplication(userID: account.id))
    }
}

extension AuthScope {
    package func answer(_ application: OrganizerApplication) throws -> ApplicationAnswer {
        ApplicationAnswer(application, identity: try identityChecks.find(application.userID)?.status,
                          terms: try definition.shared(LegalVersions.self, in: .auth).organizerTerms)
    }
}
