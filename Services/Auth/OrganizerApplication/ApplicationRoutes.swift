import Kernel
import ServiceKit

package enum ApplicationRoutes {
    private static let plugin = ApplicationSettings.plugin
    private static let organize = "organize"
    /// Holders of a role with this permission decide. The 403 names the first such role of the tenant.
    package static let reviewers = Route.Access.roleWith(permission: ApplicationReview.permission)

    private static let statuses = ApplicationStatus.allCases.map(\.rawValue)
    private static let members: [String: Schema] = [
        "status": .oneOf(statuses),
        "steps": .array(.object(["key": .oneOf(OrganizerApplication.Step.allCases.map(\.rawValue)), "done": .boolean],
                                required: ["key", "done"])),
        "missing": .array(.string()),
        "decision": .object(["decision": .oneOf(ApplicationDecision.allCases.map(\.rawValue)),
                             "reason": .oneOf("identity-verified", "identity-rejected", "moderator"), "message": .string(), "at": .time]),
        "submittedAt": .time, "approvedAt": .time,
        "profile": .object(["organizationName": .string(), "bio": .string(), "website": .string(), "avatarMediaId": .string()]),
        "contact": .object(["email": .string(), "phone": .string(), "publicContact": .boolean]),
        "payout": .object(["type": .string(), "last4": .string(), "bankName": .string(), "accountName": .string()]),
        "terms": .object(["version": .string(), "acceptedAt": .time]),
    ]
    private static let answer = Schema.object(members, required: ["status", "steps", "missing"])
    private static let listed = Schema.object(members.merging([
        "userId": .id, "name": .string(),
        "identity": .object(["status": .string(), "documentType": .string().orNull, "last4": .string().orNull, "fullName": .string(),
                             "reason": .string()]),
    ]) { own, _ in own }, required: ["userId", "name", "status", "steps", "missing"])
    private static let example: JSONValue = [
        "status": "in-progress", "missing": ["contact", "payout", "terms"],
        "steps": [["key": "profile", "done": true], ["key": "identity", "done": true], ["key": "contact", "done": false],
                  ["key": "payout", "done": false], ["key": "terms", "done": false]],
    ]

    package static let all: [Route] = own + review

    /// Lengths and what is required are the handlers': they name every field that fails, which no check before them could.
    private static let own: [Route] = [
        .get("/organizer-application", MyApplication.self, access: .user, plugin: plugin, action: organize,
             summary: "How far my application is, and what is missing", answer: answer, example: example),
        .command("PUT", "/organizer-application/profile", KeepApplicationProfile.self, access: .user, plugin: plugin, action: organize,
                 body: .object(["organizationName": .string(nil, "Required. 2 to 80 characters."),
                                "bio": .string(nil, "Required. 20 to 1000 characters."), "website": .string(nil, "An https address."),
                                "avatarMediaId": .string(1...64)]),
                 summary: "How I am shown as an organizer", answer: answer, refusals: ["409 application-state", "422 validation-failed"],
                 example: ["organizationName": "Bob Events", "bio": "Tech and food events in Kampala since 2015."]).alsoCheckedByHandler(),
        .command("PUT", "/organizer-application/contact", KeepApplicationContact.self, access: .user, plugin: plugin, action: organize,
                 body: .object(["email": .string(nil, "Required."), "phone": .string(nil, "Required."), "publicContact": .boolean]),
                 summary: "How I am reached as an organizer; `publicContact` shows it to everybody", answer: answer,
                 refusals: ["409 application-state", "422 validation-failed"],
                 example: ["email": "bob@events.com", "phone": "+256700123457", "publicContact": true]).alsoCheckedByHandler(),
        .intake("PUT", "/organizer-application/payout", PrepareApplicationPayout.self, access: .user, plugin: plugin, action: organize,
                body: .object(["type": .oneOf("mtn_momo", "airtel_money", PrepareApplicationPayout.bank),
                               "phone": .string(nil, "Required for mobile money."),
                               "accountNumber": .string(nil, "Required for a bank. 6 to 20 digits."),
                               "bankName": .string(nil, "Required for a bank. 2 to 80 characters."),
                               "accountName": .string(nil, "Required. 2 to 100 characters.")]),
                sealed: ["phone", "accountNumber"],
                summary: "Where my earnings should go. Only payments can open the number, after the approval.", answer: answer,
                refusals: ["409 application-state", "422 validation-failed"],
                example: ["type": "mtn_momo", "phone": "+256770000000", "accountName": "Bob Events"]).alsoCheckedByHandler(),
        .command("PUT", "/organizer-application/terms", AcceptTerms.self, access: .user, plugin: plugin, action: organize,
                 body: .object(["accepted": .boolean, "version": .string(nil, "Required. The version in force.")]),
                 summary: "Accept the terms in force", answer: answer,
                 refusals: ["409 application-state", "409 terms-outdated", "422 validation-failed"],
                 example: ["accepted": true, "version": "1"]).alsoCheckedByHandler(),
        .command("POST", "/organizer-application/submit", SubmitApplication.self, access: .user, plugin: plugin, action: organize,
                 summary: "Ask for the decision", answer: answer,
                 refusals: ["409 application-state", "409 application-incomplete", "409 contact-not-verified"]),
    ]

    private static let review: [Route] = [
        .get("/organizer-applications", ApplicationList.self, access: reviewers, plugin: plugin, action: organize,
             query: ["status": .oneOf(statuses)], summary: "Applications, oldest submission first", answer: .page(of: listed),
             refusals: ["403 forbidden"]),
        .command("POST", "/organizer-applications/{userId}/decision", DecideApplication.self, access: reviewers, plugin: plugin,
                 action: organize,
                 body: .object(["decision": .oneOf(ApplicationDecision.allCases.map(\.rawValue)),
                                "reason": .string(ApplicationReview.reasonCharacters)], required: ["decision", "reason"]),
                 summary: "Decide an application, suspend an organizer or reinstate one; the person reads the reason", answer: listed,
                 refusals: ["403 forbidden", "404 not-found", "409 application-state", "409 own-roles", "422 validation-failed"],
                 example: ["decision": "request-changes", "reason": "Please tell us more about your events."]),
    ]
}
