import Contracts
import Kernel
import Synchronization

// Into the service's own log: in slices, waiting for the broker and, in a bulk lane, for the writer.
extension Forwarder {
    /// A record of ours and the one it was made of.
    struct Forwarded {
        let record: OutgoingRecord
        let origin: IncomingRecord
    }

    /// A bulk lane goes in small steps.
    var sliceMax: Int {
        switch lane {
        case .direct: Self.batchMax
        case .bulk(_, let aheadMax, _): max(1, aheadMax / 4)
        }
    }
    /// Until so many more may lie before the writer. The direct lane waits for nobody.
    func waitForWriter(_ count: Int, _ place: inout Place) throws(LogError) {
        guard case .bulk(_, let aheadMax, let applied) = lane else { return }
        while !stop.isRaised {
            for (partition, offsets) in place.ahead {
                let position = applied(partition)
                // Offsets of a log that was recreated may never be reached.
                let isRecreated = position.map { $0 < place.applied[partition] ?? 0 } ?? false
                place.ahead[partition] = isRecreated ? [] : position.map { position in Array(offsets.drop { $0 < position }) }
                place.applied[partition] = position
            }
            if place.ahead.values.allSatisfy({ $0.isEmpty || $0.count + count <= aheadMax }) { return }
            // A log that has become another one will not be caught up with.
            guard watch.clusterID == place.followed else {
                throw LogError(kind: .closed, isRetriable: true, description: "the cluster has changed")
            }
            _ = Waiter().wait(.milliseconds(2))
        }
    }

    /// False: the process ends before all of them are in.
    func append(_ events: [Forwarded], _ place: inout Place) throws -> Bool {
        do throws(LogError) {
            return try appendWaiting(events.map(\.record), &place)
        } catch {
            guard error.kind == .recordTooLarge else { throw error }
            // One of them: alone it shows which. What went out before comes twice, and the inbox drops it.
            for event in events {
                do throws(LogError) {
                    guard try appendWaiting([event.record], &place) else { return false }
                } catch {
                    guard error.kind == .recordTooLarge else { throw error }
                    guard try putAside(event.origin, "\(error)", &place) else { return false }
                }
            }
            return true
        }
    }

    /// Nothing is committed before it is acknowledged; a broker that is away is waited for. False: the process ends first.
    private func appendWaiting(_ records: [OutgoingRecord], _ place: inout Place) throws(LogError) -> Bool {
        while !stop.isRaised {
            do throws(LogError) {
                let positions = try producer.append(records, timeout: .seconds(30))
                guard records.first?.topic == Topics.commands(service) else { return true }
                forwarded.add(records.count)
                if case .bulk = lane { for position in positions { place.wentAhead(position) } }
                return true
            } catch {
                guard error.isRetriable || error.kind == .timedOut || error.kind == .queueFull else { throw error }
                health.failed(error)
                waiting.note("events wait for the broker", reason: "\(error)")
                _ = Waiter().wait(.milliseconds(200))
            }
        }
        return false
    }

    /// An event that our log does not take: a dead letter says so, and those behind it come in.
    private func putAside(_ record: IncomingRecord, _ reason: String, _ place: inout Place) throws -> Bool {
        let deadLetter = DeadLetter(record, envelope: try? Envelope(record), reason: "not forwarded: \(reason)")
        let envelope = Envelope(id: deadLetter.messageID(of: service), type: DeadLetter.type, source: "/\(service)", time: deadLetter.at,
                                subject: deadLetter.place, tenant: deadLetter.tenant, correlationID: deadLetter.id,
                                value: try JSON.encode(deadLetter))
        logger.error("an event cannot be forwarded and was put aside", metadata: [
            "from": "\(deadLetter.place)", "id": "\(deadLetter.id)", "error": "\(reason)",
        ])
        guard try appendWaiting([envelope.record(for: Topics.deadLetters(service))], &place) else { return false }
        deadLettered.add()
        return true
    }
}
