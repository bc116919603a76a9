import AuthKit
import AuthOrganizerApplication
import Kernel
import ServiceKit

package enum IdentityRoutes {
    private static let plugin = IdentitySettings.plugin
    private static let answer = Schema.object([
        "documentType": .string().orNull, "last4": .string().orNull,
        "status": .oneOf(["unverified"] + IdentityCheck.Status.allCases.map(\.rawValue)), "reason": .string(),
    ], required: ["documentType", "last4", "status"])

    package static let all: [Route] = [
        .get("/identity-verification", MyIdentity.self, access: .user, plugin: plugin, action: "profile",
             summary: "How far the check of my identity is. The number of the document is never shown.", answer: answer,
             example: ["documentType": "national_id", "last4": "A9XK", "status": "pending"]),
        .intake("PUT", "/identity-verification", PrepareIdentity.self, access: .user, plugin: plugin, action: "profile",
                // Lengths and what is required are the preprocessor's: it names every field that fails, forms of numbers too.
                body: .object(["documentType": .string(), "documentNumber": .string(), "fullName": .string(nil, "2 to 100 characters.")]),
                sealed: ["documentNumber", "fullName"],
                summary: "Prove who I am with a document. The sandbox checks it within seconds.", answer: answer,
                refusals: ["409 already-verified", "409 identity-pending", "422 validation-failed"],
                example: ["documentType": "national_id", "documentNumber": "CM90012345A9XK", "fullName": "John Okello"])
            .alsoCheckedByHandler(),
        .command("POST", "/identity-verifications/{userId}/decision", DecideIdentity.self, access: ApplicationRoutes.reviewers,
                 plugin: plugin,
                 body: .object(["decision": .oneOf(DecideIdentity.Decision.allCases.map(\.rawValue)),
                                "reason": .string(ApplicationReview.reasonCharacters)], required: ["decision"]),
                 summary: "Decide about a document that the check could not judge; whom it rejects reads the reason.",
                 answer: .object(["userId": .id, "status": .oneOf("verified", "rejected"), "reason": .string()],
                                 required: ["userId", "status"]),
                 refusals: ["403 forbidden", "404 not-found", "409 identity-state", "409 identity-in-use", "422 validation-failed"],
                 example: ["decision": "reject", "reason": "The name is not the one on the document."]),
    ]
}
