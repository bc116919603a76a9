import Contracts
import Kernel
import Messaging

// A form that the gateway refuses goes to its handler as a check: the handler says what else is wrong, and changes nothing.

extension MessageType {
    /// The type of a check of this request. A program that does not know the type does not run the request by mistake.
    public var onlyChecked: MessageType { MessageType(rawValue + ".check") }
}

extension HandlerTable {
    /// Lets the handlers of a request check forms. The rejection rolls back what they did.
    mutating func addCheck(of type: MessageType) {
        guard let handlers = handlers[type] else { return }
        checks[type.onlyChecked] = [{ context in
            for handler in handlers { _ = try handler(context) }
            throw Rejection.invalid([:])
        }]
    }

    /// The same for a request that is prepared before the log. It ends there: with a form that is wrong nobody signs in.
    mutating func addCheck(ofPrepared type: MessageType) {
        guard let preparer = preparers[type] else { return }
        preparers[type.onlyChecked] = { context in
            _ = try preparer(context)
            throw Rejection.invalid([:])
        }
    }
}
