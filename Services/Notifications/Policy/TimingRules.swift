import Kernel

/// A rule of timing for one question: when it is over.
struct TimingBlock {
    let code: String
    /// R15–R18, which a waiver lifts.
    let isWaivable: Bool
    /// The first instant from the given one at which it does not block; nil: never.
    let free: (Timestamp) -> Timestamp?
}

/// R15–R23 for one question, and the walk to the first instant at which none of them blocks.
package struct TimingPass {
    /// Which rules apply: all; R15–R18; R15–R19; R15–R21; R15–R19 without a waiver, for moving a digest.
    package enum Part { case all, quiet, hours, untilSpacing, digest }
    package enum Walk {
        case free(Free)
        /// No such instant within the horizon; names the rule that made the last move.
        case never(String?)
    }
    package struct Free {
        package let at: Timestamp
        /// Rules that moved it, in the order of the rules.
        package let moved: [String]
        package let lastCode: String?
    }
    private let blocks: [TimingBlock]
    private let waiver: DecisionQuestion.Waiver?

    package init(_ question: DecisionQuestion, only part: Part = .all) {
        let rules: [any TimingRule] = switch part {
        case .all: Self.quiet + [Slots(), Blackout(), SpacingBetween(), SalesRate(), SparseRamadan()]
        case .quiet: Self.quiet
        case .untilSpacing: Self.quiet + [Slots(), Blackout(), SpacingBetween()]
        case .hours, .digest: Self.quiet + [Slots()]
        }
        blocks = rules.flatMap { $0.blocks(question) }
        waiver = part == .digest ? nil : question.waiver
    }
    private static let quiet: [any TimingRule] = [QuietHours(), QuietPeriods(), HolidayMornings(), MealTimes()]

    /// Rules that block at an instant, in their order.
    package func blocking(at t: Timestamp) -> [String] { blocks.filter { blocks($0, at: t) }.map(\.code) }
    /// What a waiver lifts at an instant: its code, when something would have blocked.
    package func waived(at t: Timestamp) -> [String] {
        guard let waiver, waiver.covers(t), blocks.contains(where: { $0.isWaivable && $0.free(t) != t }) else { return [] }
        return [waiver.code]
    }
    private func blocks(_ block: TimingBlock, at t: Timestamp) -> Bool { free(block, from: t) != t }

    private func free(_ block: TimingBlock, from t: Timestamp) -> Timestamp? {
        guard block.isWaivable, let waiver else { return block.free(t) }
        if waiver.covers(t) { return t }
        guard let end = block.free(t) else { return waiver.from > t ? waiver.from : nil }
        return waiver.from > t && waiver.from < end ? waiver.from : end
    }

    /// Applies the rules in order. Each moves to the first instant that it does not block; repeats until no rule moves.
    package func walk(from start: Timestamp) -> Walk {
        var t = start
        var movers: Set<String> = []
        var last: String?
        let limit = start + .days(Self.horizonDays)
        while true {
            let before = t
            for block in blocks {
                guard let next = free(block, from: t) else { return .never(block.code) }
                guard next > t else { continue }
                (t, last) = (next, block.code)
                movers.insert(block.code)
            }
            if t == before { return .free(Free(at: t, moved: blocks.map(\.code).filter(movers.contains), lastCode: last)) }
            if t > limit { return .never(last) }
        }
    }
    /// Nil: no such instant within the horizon.
    package func free(from start: Timestamp) -> Free? { if case .free(let free) = walk(from: start) { free } else { nil } }
    /// Further ahead no message waits: rules that block each other for so long will do so for ever.
    private static let horizonDays = 60
}

protocol TimingRule: Sendable {
    func blocks(_ question: DecisionQuestion) -> [TimingBlock]
}

extension TimingRule {
    /// Blocks while the clock on the wall shows a time for which `holds` is true.
    func wall(_ code: String, _ question: DecisionQuestion, boundaries: [Int], isWaivable: Bool = true,
              holds: @escaping (LocalTime) -> Bool) -> TimingBlock {
        let zone = question.zone
        return TimingBlock(code: code, isWaivable: isWaivable) { t in
            WallStep.first(from: t, zone: zone, boundaries: boundaries) { !holds($0) }
        }
    }
    func keeps(_ period: String, _ question: DecisionQuestion) -> Bool { question.preferences.quietPeriods[period] != false }
}

/// R15
struct QuietHours: TimingRule {
    func blocks(_ question: DecisionQuestion) -> [TimingBlock] {
        guard !question.exempt.contains(.timing), let window = question.policy.quietHours(of: question.preferences) else { return [] }
        return [wall("quiet_hours", question, boundaries: [window.from, window.to], holds: window.contains)]
    }
}

/// R16: weekly periods, each with its own code.
struct QuietPeriods: TimingRule {
    func blocks(_ question: DecisionQuestion) -> [TimingBlock] {
        guard !question.exempt.contains(.timing) else { return [] }
        return question.policy.quietPeriods.filter { $0.categories.contains(question.category.name) && keeps($0.code, question) }
            .map { period in
            wall(period.code, question, boundaries: [period.window.from, period.window.to], holds: period.window.contains)
        }
    }
}

/// R17
struct HolidayMornings: TimingRule {
    static let period = "holidays"
    func blocks(_ question: DecisionQuestion) -> [TimingBlock] {
        guard !question.exempt.contains(.timing), let rule = question.policy.holidays, rule.categories.contains(question.category.name),
            keeps(Self.period, question) else { return [] }
        return [wall("holiday_morning", question, boundaries: [rule.until]) { rule.dates[$0.date] != nil && $0.secondOfDay < rule.until }]
    }
}

/// R18: suhoor and iftar.
struct MealTimes: TimingRule {
    static let period = "ramadan"
    func blocks(_ question: DecisionQuestion) -> [TimingBlock] {
        guard !question.exempt.contains(.timing), let rule = question.policy.ramadan, rule.categories.contains(question.category.name),
            keeps(Self.period, question) else { return [] }
        let meals = rule.meals.sorted { $0.key < $1.key }.map(\.value)
        return [wall("meal_time", question, boundaries: meals.flatMap { [$0.from, $0.to] }) { local in
            rule.contains(local.date) && meals.contains { $0.contains(local) }
        }]
    }
}

/// R19: the category's slot, the type's.
struct Slots: TimingRule {
    func blocks(_ question: DecisionQuestion) -> [TimingBlock] {
        guard !question.exempt.contains(.timing) else { return [] }
        let (zone, category) = (question.zone, question.category)
        let slots: [(String, WallSlot?)] = [("\(category.name)_slot", category.slot), ("slot", question.slot)]
        return slots.compactMap { code, slot in
            slot.map { slot in TimingBlock(code: code, isWaivable: false) { slot.next(from: $0, zone: zone) } }
        }
    }
}

/// R20: no advertising right after something important.
struct Blackout: TimingRule {
    func blocks(_ question: DecisionQuestion) -> [TimingBlock] {
        guard let rule = question.category.blackout, question.type.counts else { return [] }
        let policy = question.policy
        let last = question.history.since(question.now - rule.span.elapsed).first { sent in
            policy.types[sent.type].map { rule.after.contains($0.cat) && $0.counts } ?? false
        }
        guard let last else { return [] }
        let over = last.sentAt + rule.span.elapsed
        return [TimingBlock(code: "\(question.category.name)_blackout", isWaivable: false) { max($0, over) }]
    }
}

/// R21: two messages never come at once.
struct SpacingBetween: TimingRule {
    func blocks(_ question: DecisionQuestion) -> [TimingBlock] {
        guard !question.exempt.contains(.spacing), let rule = question.policy.spacing else { return [] }
        let recent = question.history.since(question.now - rule.every.elapsed)
        guard let last = recent.first(where: { !rule.notCounted.contains($0.type) }) else { return [] }
        let over = last.sentAt + rule.every.elapsed
        return [TimingBlock(code: "spacing", isWaivable: false) { max($0, over) }]
    }
}

/// R22: sales one by one, but no faster than this.
struct SalesRate: TimingRule {
    func blocks(_ question: DecisionQuestion) -> [TimingBlock] {
        guard let sales = question.policy.sales, question.type.name == sales.type else { return [] }
        let policy = question.policy
        let recent = question.history.since(question.now - sales.every.elapsed)
        guard let last = recent.first(where: { policy.types[$0.type]?.cat == question.category.name }) else { return [] }
        let over = last.sentAt + sales.every.elapsed
        return [TimingBlock(code: "sale_rate", isWaivable: false) { max($0, over) }]
    }
}

/// R23: advertising is rare in Ramadan.
struct SparseRamadan: TimingRule {
    func blocks(_ question: DecisionQuestion) -> [TimingBlock] {
        guard let rule = question.policy.ramadan, let span = rule.sparse[question.category.name], keeps(MealTimes.period, question) else {
            return []
        }
        let policy = question.policy
        let recent = question.history.since(question.now - span.elapsed)
        guard let last = recent.first(where: { policy.types[$0.type]?.cat == question.category.name }) else { return [] }
        let (over, zone) = (last.sentAt + span.elapsed, question.zone)
        return [TimingBlock(code: "ramadan_sparse", isWaivable: false) { t in
            guard t < over, let dayAfter = WallStep.first(from: t, zone: zone, boundaries: [], where: { !rule.contains($0.date) }) else {
                return max(t, over)
            }
            return min(over, dayAfter)
        }]
    }
}
