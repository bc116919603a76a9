import Contracts
import Kernel
import ServiceKit

/// An account was erased: deletes names and undoes open business; rows of money and of used tickets stay.
package struct OnUserErased<Workflows: OrderWorkflowList>: Reaction {
    package init() {}
    package func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        // Last to first: recorded logs replay to the same ids and the same order of messages.
        for workflow in Workflows.workflows.reversed() { try workflow.buyerErased(event.userId, in: tx) }
        let isNeeded = try Workflows.workflows.contains { try $0.needsName(of: event.userId, in: tx) }
        if !isNeeded { try tx.people.erase(event.userId) }
    }
}
