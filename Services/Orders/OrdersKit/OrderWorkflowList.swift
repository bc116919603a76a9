import Contracts
import Kernel
import ServiceKit

/// The workflows a service consists of. The kit's reactions find the owner of an order here, so the kit names no workflow.
package protocol OrderWorkflowList: Sendable {
    static var workflows: [any OrderWorkflow.Type] { get }
}

extension OrderWorkflowList {
    /// What the workflows and their kit add to the service.
    package static var features: [Feature] { [.workflows(of: Self.self)] + workflows.flatMap { $0.features } }
    /// What docs/tenants.md says about the settings of each workflow.
    package static var descriptions: [String: [SettingDescription]] {
        Dictionary(workflows.map { ($0.name, $0.settingsReference) }) { first, _ in first }
    }

    /// Offers something to each workflow until one takes it. Answers false if none does.
    static func offer(in tx: OrdersTransaction, _ taken: (any OrderWorkflow.Type) throws -> Bool) throws -> Bool {
        func isMounted(_ workflow: any OrderWorkflow.Type) -> Bool { tx.definition.has(plugin: workflow.name, of: .orders) }
        for workflow in workflows where isMounted(workflow) { if try taken(workflow) { return true } }
        // Orders of a workflow that the tenant no longer mounts still end: people paid for them.
        for workflow in workflows where !isMounted(workflow) { if try taken(workflow) { return true } }
        return false
    }

    /// Lets the order learn of its payment. Throws `notFound` for an order that no workflow knows: other services name orders only after
    /// this one named them.
    static func handle(_ fact: PaymentFact, of id: OrderID, in tx: OrdersTransaction) throws {
        guard !id.isForeign else { return }  // Paid for at another service, which hears of it itself.
        guard try offer(in: tx, { try $0.applies(.payment(fact), to: id, in: tx) }) else { throw Rejection.notFound }
    }
    /// Lets the order learn that its wait is over.
    static func endWait(of id: OrderID, in tx: OrdersTransaction) throws {
        guard try offer(in: tx, { try $0.applies(.answerOverdue, to: id, in: tx) }) else { throw Rejection.notFound }
    }
}

/// What orders of every workflow can learn.
enum SharedFact {
    case payment(PaymentFact)
    case answerOverdue
}

extension OrderWorkflow {
    /// False: there is no such order of this kind.
    static func applies(_ fact: SharedFact, to id: OrderID, in tx: OrdersTransaction) throws -> Bool {
        let own: Fact = switch fact {
        case .payment(let fact): .payment(fact)
        case .answerOverdue: .answerOverdue
        }
        return try apply(own, to: id, in: tx) != nil
    }
}
