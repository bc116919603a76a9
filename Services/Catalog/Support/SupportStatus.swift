import Kernel

/// The states of a support ticket: `open → answered` (an agent wrote) `→ open` (the person wrote) `→ closed`.
package enum SupportStatus: String, CaseIterable, Sendable {
    case open, answered, closed

    /// After a message of this author. Throws 409 for a closed ticket.
    func after(messageOf author: SupportAuthor) throws(Rejection) -> SupportStatus {
        switch (self, author) {
        case (.open, .agent), (.answered, .agent): .answered
        case (.open, .user), (.answered, .user): .open
        case (.closed, _):
            throw .conflict("support-ticket-closed", "This ticket is closed. Open a new one.", ["currentStatus": .string(rawValue)])
        }
    }
}

package enum SupportAuthor: String, Sendable { case user, agent }
