import AuthKit
import Contracts
import Kernel
import ServiceKit

/// The step `terms`: somebody accepts the version in force.
public struct AcceptTerms: Command {
    public static let type: MessageType = "auth.accept-terms.v1"
    package let accepted: Bool?
    package let version: String?

    public func handle(in tx: AuthTransaction) throws -> ApplicationAnswer {
        var form = Validation()
        form.require(accepted == true, "accepted", accepted == nil ? "is required" : "must be accepted")
        let text = form.text("version", version, 1...40)
        try form.check()
        let current = try tx.definition.shared(LegalVersions.self, in: .auth).organizerTerms
        return try ApplicationStep(tx: tx).change { application, _ in
            guard text == current else {
                throw Rejection.conflict("terms-outdated", "There is a newer version of the terms. Read and accept that one.",
                                         ["currentVersion": .string(current)])
            }
            application.terms = .init(version: current, acceptedAt: tx.now)
        }
    }
}
