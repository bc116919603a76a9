import Contracts
import Kernel
import ServiceKit

/// Couriers whom the staff decided about before the demo begins (`couriers` in `couriers.yml`). A line is the same decision for several;
/// accounts with the role that no line names wait for theirs.
public struct DemoCouriers: DemoReader {
    public static let file = "couriers.yml"
    public static let keys = ["couriers"]

    struct Decision {
        let accounts: [Int]
        let status: String
        let vehicle: String?
    }
    let decisions: [Decision]

    public init(_ form: DemoForm) {
        decisions = form.list("couriers", in: form.root).map { value in
            form.allow(["accounts", "status", "vehicle"], in: value, what: "a decision about couriers")
            return Decision(accounts: form.references("accounts", to: .account, in: value), status: form.text("status", in: value),
                            vehicle: form.optionalText("vehicle", in: value))
        }
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        decisions.flatMap { decision in
            decision.accounts.map { account in
                DemoMessage("courier/\(account)", .offers,
                            ImportCourier(courierId: content.user(account), status: decision.status, vehicle: decision.vehicle))
            }
        }
    }
}
