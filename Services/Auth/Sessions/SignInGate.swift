import AuthKit
import Contracts
import Kernel
import Messaging
import ServiceKit

/// The one place every sign-in passes, whatever proves it: it counts tries, imposes waits and opens sessions.
package struct SignInGate {
    package let tx: AuthTransaction
    package init(tx: AuthTransaction) { self.tx = tx }

    /// Judges a try for an identifier. `proof` answers the account when the try is right; it runs only when the identifier may try now.
    package func admit(_ identifier: String, by method: Session.Method, pushToken: String?,
               proof: () throws -> Account?) throws -> Verdict<SignedIn> {
        switch try judge(identifier, proof) {
        case .refused(let rejection): return .refused(rejection)
        case .passed(let account):
            return .granted(try tx.openSession(for: account, by: method, pushToken: pushToken), secret: true)
        }
    }

    /// Refuses an attempt without a comparison, because the identifier was locked when it arrived. It extends the lock
    /// but does not count as a failure.
    package func refuseUnjudged(_ identifier: String) throws -> Rejection {
        let rule = try tx.authSettings().lockout
        var lockout = try tx.attempts.lockout(of: identifier)
        // The lock may have ended since the preprocessor ran; the next attempt is compared.
        guard let wait = lockout.refuse(at: tx.now, rule) else { return .tooManyRequests(wait: .seconds(1)) }
        try tx.attempts.update(lockout, of: identifier, at: tx.now, rule)
        return .tooManyRequests(wait: wait)
    }

    package enum Judgement {
        case passed(Account)
        case refused(Rejection)
    }

    /// The same counting where no session follows (the current password, asked again).
    package func judge(_ identifier: String, _ proof: () throws -> Account?) throws -> Judgement {
        let rule = try tx.authSettings().lockout
        var lockout = try tx.attempts.lockout(of: identifier)
        if let wait = lockout.refuse(at: tx.now, rule) {
            try tx.attempts.update(lockout, of: identifier, at: tx.now, rule)
            return .refused(.tooManyRequests(wait: wait))
        }
        guard let account = try proof() else {
            lockout.fail(at: tx.now, rule)
            try tx.attempts.update(lockout, of: identifier, at: tx.now, rule)
            return .refused(.invalidCredentials)
        }
        try tx.attempts.clear(identifier)
        return .passed(account)
    }
}
