import Contracts

extension MembershipTerms {
    /// Whole percents less than the same months bought one by one.
    func savingPercent(_ plan: Plan) -> Int {
        guard let single = plans.first(where: { $0.months == 1 }), single.price > 0 else { return 0 }
        return max(0, 100 - plan.price * 100 / (single.price * plan.months))
    }
}
