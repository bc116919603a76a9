/// One consumer group: who is in it, who reads what, and what was committed. The members share the partitions out among themselves
/// (the "leader" computes); the group only keeps the rounds apart.
/// States and rules follow Kafka's group coordinator (https://kafka.apache.org/protocol#The_Messages_JoinGroup, KIP-62).
final class Group {
    struct Member {
        var protocols: [(name: String, metadata: [UInt8])]
        var sessionTimeout: Duration
        var rebalanceTimeout: Duration
        var connection: ObjectIdentifier
        var expires: ContinuousClock.Instant
        var join: PendingAnswer?
        var sync: PendingAnswer?
        var assignment: [UInt8] = []
        /// Order of joining: the first is the leader.
        let number: Int
    }

    private enum State {
        case empty
        /// Waiting until every member has asked to join.
        case joining(until: ContinuousClock.Instant)
        /// Waiting for the leader's plan.
        case syncing
        case stable
    }

    private var state = State.empty
    private var members: [String: Member] = [:]
    private var generation: Int32 = 0
    private var protocolName = ""
    private var leader = ""
    private var joined = 0
    private(set) var committed: [String: [Int32: Int64]] = [:]

    // MARK: Requests

    func join(_ request: JoinRequest, _ pending: PendingAnswer) {
        guard !request.protocols.isEmpty, members.isEmpty || common(with: request.protocols) != nil else {
            return pending.answerJoin(.inconsistentGroupProtocol)
        }
        guard request.memberID.isEmpty || members[request.memberID] != nil else { return pending.answerJoin(.unknownMemberID) }
        joined += 1
        let id = request.memberID.isEmpty ? "\(request.clientID)-\(String(UInt64.random(in: .min ... .max), radix: 16))" : request.memberID
        var member = members[id] ?? Member(protocols: [], sessionTimeout: .zero, rebalanceTimeout: .zero, connection: pending.connectionID,
                                           expires: .now, number: joined)
        (member.protocols, member.sessionTimeout, member.rebalanceTimeout) =
            (request.protocols, request.sessionTimeout, request.rebalanceTimeout)
        (member.connection, member.join) = (pending.connectionID, pending)
        members[id] = member
        beginRound()
        completeJoinIfAll()
    }

    func sync(_ memberID: String, _ generation: Int32, _ plan: [String: [UInt8]], _ pending: PendingAnswer) {
        if let error = check(memberID, generation) { return pending.answerSync(error) }
        touch(memberID, pending.connectionID)
        switch state {
        case .empty: pending.answerSync(.unknownMemberID)
        case .joining: pending.answerSync(.rebalanceInProgress)
        case .stable: pending.answerSync(nil, members[memberID]?.assignment ?? [])
        case .syncing:
            members[memberID]?.sync = pending
            guard memberID == leader else { return }
            state = .stable
            for id in members.keys {
                let assignment = plan[id] ?? []
                members[id]?.assignment = assignment
                members[id]?.sync.take()?.answerSync(nil, assignment)
                touch(id)
            }
        }
    }

    func heartbeat(_ memberID: String, _ generation: Int32, _ connection: ObjectIdentifier) -> KafkaError? {
        if let error = check(memberID, generation) { return error }
        touch(memberID, connection)
        if case .joining = state { return .rebalanceInProgress }
        return nil
    }

    func leave(_ memberID: String) -> KafkaError? {
        guard members[memberID] != nil else { return .unknownMemberID }
        remove([memberID])
        return nil
    }

    /// Nil when the member may commit. A client outside any group (generation below 0) may, as long as the group has no members.
    func mayCommit(_ memberID: String, _ generation: Int32) -> KafkaError? {
        if generation < 0, members.isEmpty { return nil }
        if let error = check(memberID, generation) { return error }
        if case .syncing = state { return .rebalanceInProgress }
        return nil
    }

    func commit(_ topic: String, _ partition: Int32, _ offset: Int64) { committed[topic, default: [:]][partition] = offset }

    // MARK: Time and lost connections

    /// When `expire` has something to do next.
    var deadline: ContinuousClock.Instant? {
        var next = members.values.lazy.filter { $0.join == nil && $0.sync == nil }.map(\.expires).min()
        if case .joining(let until) = state { next = min(next ?? until, until) }
        return next
    }

    func expire(now: ContinuousClock.Instant) {
        if case .joining(let until) = state, until <= now { return remove(members.filter { $0.value.join == nil }.map(\.key)) }
        remove(members.filter { $0.value.join == nil && $0.value.sync == nil && $0.value.expires <= now }.map(\.key))
    }

    /// A client that comes back does so at once; one that was killed must not hold its partitions for the whole session.
    func lost(_ connection: ObjectIdentifier) {
        for (id, member) in members where member.connection == connection {
            members[id]?.join = nil
            members[id]?.sync = nil
            members[id]?.expires = min(member.expires, .now + .seconds(1))
        }
    }

    // MARK: Rounds

    private func check(_ memberID: String, _ generation: Int32) -> KafkaError? {
        guard members[memberID] != nil else { return .unknownMemberID }
        return generation == self.generation ? nil : .illegalGeneration
    }

    private func touch(_ id: String, _ connection: ObjectIdentifier? = nil) {
        guard var member = members[id] else { return }
        member.expires = .now + member.sessionTimeout
        member.connection = connection ?? member.connection
        members[id] = member
    }

    private func beginRound() {
        if case .joining = state { return }
        // Whoever waits for the plan of the last round must join the new one.
        for id in members.keys { members[id]?.sync.take()?.answerSync(.rebalanceInProgress) }
        state = .joining(until: .now + (members.values.map(\.rebalanceTimeout).max() ?? .zero))
    }

    private func remove(_ ids: [String]) {
        guard !ids.isEmpty else { return }
        for id in ids { members.removeValue(forKey: id)?.sync?.answerSync(.unknownMemberID) }
        guard !members.isEmpty else {
            state = .empty
            return
        }
        beginRound()
        completeJoinIfAll()
    }

    /// The first protocol of the newest offer that all members speak.
    private func common(with offer: [(name: String, metadata: [UInt8])]) -> String? {
        offer.first { candidate in members.values.allSatisfy { $0.protocols.contains { $0.name == candidate.name } } }?.name
    }

    private func completeJoinIfAll() {
        guard case .joining = state, members.values.allSatisfy({ $0.join != nil }) else { return }
        let inOrder = members.sorted { $0.value.number < $1.value.number }
        guard let first = inOrder.first else { return }
        leader = members[leader] == nil ? first.key : leader
        protocolName = common(with: members[leader]?.protocols ?? []) ?? ""
        generation += 1
        state = .syncing
        let everybody = inOrder.map { id, member in (id, member.protocols.first { $0.name == protocolName }?.metadata ?? []) }
        for (id, _) in inOrder {
            touch(id)
            members[id]?.join.take()?.answerJoin(nil, generation: generation, protocolName: protocolName, leader: leader, memberID: id,
                                                 members: id == leader ? everybody : [])
        }
    }
}
