import Kernel

/// Reads what a shop scanned: the static card or the rotating proof, and why it is refused. Reading uses nothing up.
struct CodeReader {
    enum Reading {
        case card(Member)
        case proof(Member, stepTime: Int64)
        case refused(CardScan.Refusal)
    }
    let memberships: MembershipRepository
    init(_ memberships: MembershipRepository) { self.memberships = memberships }

    /// - Parameter time: when it was shown.
    func read(_ payload: String, at time: Timestamp) throws -> Reading {
        let settings = try memberships.settings()
        let text = payload.trimmed
        if let proof = RotatingProof(text, prefix: settings.proofPrefix) { return try read(proof, at: time) }
        guard text.split(separator: ".", omittingEmptySubsequences: false).count == 3 else { return .refused(.foreignCode) }
        guard let card = try memberships.signer().open(text) else { return .refused(.badSignature) }
        guard let member = try memberships.members.find(card.sub) else { return .card(newcomer(card)) }
        if member.isErased { return .refused(.unknownMember) }
        return card.ver == member.cardVersion ? .card(member) : .refused(.cardRevoked)
    }

    private func read(_ proof: RotatingProof, at time: Timestamp) throws -> Reading {
        guard let member = try memberships.members.find(membershipID: proof.membershipID) else { return .refused(.unknownMember) }
        guard proof.isSigned(with: memberships.proofKey(of: member)) else { return .refused(.badProof) }
        guard proof.isTimely(at: time) else { return .refused(.proofExpired) }
        guard try !memberships.scans.isUsed(proofOf: member, stepTime: proof.stepTime) else { return .refused(.proofAlreadyUsed) }
        return .proof(member, stepTime: proof.stepTime)
    }

    /// We signed this card for somebody of whom auth's message is still on its way here.
    private func newcomer(_ card: CardCode) -> Member {
        var member = Member(id: card.sub)
        (member.membershipID, member.cardVersion) = (card.mid, card.ver)
        member.registeredAt = Timestamp(secondsSinceEpoch: card.iat)
        return member
    }
}
