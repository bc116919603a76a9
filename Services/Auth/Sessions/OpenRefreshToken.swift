import AuthKit
import Kernel
import Messaging
import ServiceKit

/// Opens a sealed refresh token and proves that it is ours, so that the log never holds one.
public struct OpenRefreshToken: Preprocessor {
    public static let type: MessageType = "auth.open-refresh-token.v1"
    package let refreshToken: SealedValue

    public func prepare(in context: PreprocessorContext) throws -> RefreshSession {
        let text = try context.open(refreshToken).trimmed
        guard let token = RefreshToken(text: text, tenant: context.tenant, key: context.serviceKey(AuthTransaction.refreshTokenUse))
        else { throw Rejection.invalidCredentials }
        return RefreshSession(sessionId: token.sessionID, generation: token.generation)
    }
}
