import Kernel

/// R1: the same fact is told once, however often it happens to be told to us.
struct Duplicates: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        guard let key = question.candidate.dedupeKey, let known = question.history.decided[key], known.candidateId != question.candidate.id,
            known.at > question.now - History.duplicatesWithin else { return nil }
        return Decision(.drop, ["duplicate"])
    }
}

/// R2: nobody is written to who is not there any more.
struct KnownRecipients: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? { question.recipient.isKnown ? nil : Decision(.drop, ["no_recipient"]) }
}

/// R3: news that is not true any more is none. What was replaced never gets here: the engine drops it as `superseded`.
struct RelevanceCheck: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        let facts = question.candidate.facts
        // Decide an empty digest before the checks of its entries: the event of the last entry may be cancelled.
        if question.candidate.isFlush, facts.itemCount == 0 { return Decision(.drop, ["digest_empty"]) }
        if let occasion = question.occasion, let open = question.type.open, open == occasion.condition, occasion.isOff(facts) {
            return Decision(.drop, [occasion.offCode])
        }
        if question.type.open != nil, facts["open"]?.bool == false { return Decision(.drop, ["resolved"]) }
        return nil
    }
}

/// R4: what comes too late helps nobody.
struct StillInTime: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        guard question.now > question.expires else { return nil }
        guard let occasion = question.occasion else { return Decision(.drop, ["expired"]) }
        let facts = question.candidate.facts
        if let end = facts.time(occasion.end), question.now > end { return Decision(.drop, [occasion.overCode]) }
        let isNearStart = question.expiryText == "\(occasion.name).start-PT30M" && facts.time(occasion.start) != nil
        return Decision(.drop, [isNearStart ? occasion.tooCloseCode : "expired"])
    }
}

/// R5: it must have to do with the recipient.
struct Relevance: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        let relations = question.candidate.facts.relations
        if !question.type.unless.isDisjoint(with: relations) { return Decision(.drop, ["not_relevant"]) }
        guard !question.type.needs.isEmpty, question.type.needs.isDisjoint(with: relations) else { return nil }
        let distance: Double? = switch question.candidate.facts["distanceKm"] {
        case .int(let km)?: Double(km)
        case .double(let km)?: km
        default: nil  // Nobody measured.
        }
        if let distance, let most = question.recipient.maxTravelKm, distance > most { return Decision(.drop, ["too_far"]) }
        return Decision(.drop, ["not_relevant"])
    }
}

/// R6: it must say something.
struct Value: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        if question.type.requires.contains(where: { !question.candidate.facts.isPresent($0) }) { return question.feedOnly(["no_context"]) }
        let isInAppOnly = question.type.isInAppOnly || !question.type.inAppOnlyFor.isDisjoint(with: question.candidate.facts.relations)
        return isInAppOnly ? question.feedOnly(["in_app_only"]) : nil
    }
}

/// R7: an explicit choice beats every automatic rule.
struct OptIn: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        guard !question.category.isMandatory, question.type.feed, ![ChannelName.push, .email, .sms].contains(where: question.isOn) else {
            return nil
        }
        let preferences = question.preferences
        // A choice for the whole category or for this type counts (the switches of the simple view belong to types).
        let chosen = [preferences.categories[question.category.name], preferences.types[question.type.name]]
        let wasChosen = chosen.contains { $0?.keys.contains { $0 != .inApp } == true } || preferences.consents[question.category.name]
            != nil
        return question.feedOnly([question.category.isOptIn && !wasChosen ? "not_opted_in" : "opted_out"])
    }
}

/// R8: not now, said the recipient.
struct Snoozed: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        guard !question.category.isMandatory else { return nil }
        let isSnoozed = question.preferences.snoozes.contains {
            ($0.type == question.type.name || $0.type == question.category.name) && question.now < $0.until
        }
        return isSnoozed ? question.feedOnly(["snoozed"]) : nil
    }
}

/// R9: reminders come when the recipient wants them, and never more of them.
struct ReminderLimits: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        guard let reminders = question.policy.reminders, question.type.name == reminders.type, !question.category.isMandatory else {
            return nil
        }
        let chosen = question.policy.reminderOffsets(of: question.preferences)
        if let offset = question.candidate.facts["offset"]?.string, !chosen.contains(offset) {
            return Decision(.drop, ["offset_not_chosen"])
        }
        let start = question.occasion.flatMap { question.candidate.facts.time($0.start) }
        let sent = question.history.sent.count {
            $0.type == reminders.type && $0.subject == question.candidate.subject
                && ($0.startDate == nil || start == nil || $0.startDate == start)
        }
        return sent >= max(reminders.max, chosen.count) ? Decision(.drop, ["reminder_limit"]) : nil
    }
}

/// R10: who has just come is not flooded, who has gone is not chased.
struct Segments: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        let (category, type) = (question.category, question.type)
        guard !category.isMandatory else { return nil }
        if let rule = question.policy.newUsers, let created = question.recipient.createdAt, question.now - created < rule.within.elapsed,
            rule.quiet.contains(category.name), !type.forNewUsers {
            return question.feedOnly(["new_user_quiet"])
        }
        if let rule = question.policy.inactive, let active = question.recipient.lastActivityAt, question.now - active >= rule.after.elapsed,
            rule.silence.contains(category.name),
            question.candidate.facts.relations.isDisjoint(with: question.policy.vocabulary.participants), !type.forInactive {
            return question.feedOnly(["inactive_silence"])
        }
        return nil
    }
}

/// R11: where neither push nor SMS arrives, the category's fallback does, or the feed alone.
struct Reachable: GateRule {
    func decide(_ question: DecisionQuestion) -> Decision? {
        let interrupting = question.type.channels.filter { $0 == .push || $0 == .sms }
        guard !interrupting.isEmpty else {
            let ways = question.type.channels.filter { $0 != .inApp }
            return ways.isEmpty || !question.channelsOfSend.isEmpty ? nil : question.feedOnly(["no_channel"])
        }
        guard !interrupting.contains(where: question.isUsable) else { return nil }
        for channel in question.category.fallback where question.isUsable(channel) {
            switch channel {
            case .sms: return nil  // Joins the send: `channelsOfSend`.
            case .email: return Decision(.emailInstead, channels: [.email], ["no_push"])
            case .push, .inApp: continue  // Push is what failed, the feed is always written.
            }
        }
        return question.feedOnly(["no_channel"])
    }
}
