import Contracts
import Kernel
import Logging
import Messaging
import Synchronization

/// Follows the event topics of the services that feed live topics, on one thread, from their ends: what was before is nobody's news.
final class LiveReader: Sendable {
    private let cluster: any LogCluster
    private let platform: PlatformState
    private let hub: LiveHub
    private let logger: Logger
    private let stop: StopSignal
    private let waiter = Waiter()
    private let startsOver = Atomic<Bool>(false)
    private let reading = Mutex<Set<ServiceName>>([])

    init(cluster: any LogCluster, platform: PlatformState, hub: LiveHub, logger: Logger, stop: StopSignal) {
        (self.cluster, self.platform, self.hub, self.logger, self.stop) = (cluster, platform, hub, logger, stop)
    }

    /// Another, empty cluster: everything in it is read. What services repeat there is told apart by its time.
    func startOver() {
        startsOver.store(true, ordering: .releasing)
        waiter.wake()
    }

    /// Services may have come or gone.
    func look() { waiter.wake() }

    /// Events of all services that somebody could watch are read, or are not there.
    var isReading: Bool { reading.withLock { $0.isSuperset(of: platform.directory.liveServices) } }

    /// Blocks until the signal.
    func run() {
        let waiting = WaitingLog(logger)
        stop.onRaise { [waiter] in waiter.wake() }
        // What is there already is of before. A topic that comes into being later is read from its beginning.
        var old = Set((try? cluster.topics()) ?? [])
        var places: [TopicPartition: Int64] = [:]
        while !stop.isRaised {
            do throws(LogError) { try follow(old, &places) } catch {
                waiting.note("cannot read events", reason: "\(error)")
                waiter.wait(.milliseconds(500))
            }
            if startsOver.exchange(false, ordering: .acquiringAndReleasing) { places.removeAll() }
            old = []
        }
    }

    private struct Source {
        let service: ServiceName
        let reader: any PartitionReader
    }

    /// For a topic that a service has not made yet.
    private static let topicPause: Duration = .milliseconds(100)
    /// What is published, and services that come and go, wake the reader.
    private static let idlePause: Duration = .seconds(1)

    private func follow(_ old: Set<String>, _ places: inout [TopicPartition: Int64]) throws(LogError) {
        let reader = try cluster.makeSettledReader(name: "gateway.live", group: nil)
        defer { reader.close() }
        var sources: [Source] = []
        var known: Set<ServiceName> = []
        var nextTry = ContinuousClock.now
        defer { reading.withLock { $0.removeAll() } }
        while !stop.isRaised, !startsOver.load(ordering: .acquiring) {
            let wanted = platform.directory.liveServices
            for service in wanted where !known.contains(service) && .now >= nextTry {
                guard let count = try? cluster.partitionCount(of: Topics.events(service)), count > 0 else { continue }
                known.insert(service)
                for partition in 0..<Int32(count) {
                    let place = TopicPartition(Topics.events(service), partition)
                    let from = places[place].map { StartPosition.offset($0) } ?? (old.contains(place.topic) ? .end : .beginning)
                    let partition = try reader.open(place, from: from)
                    partition.onNews { [waiter] in waiter.wake() }
                    sources.append(Source(service: service, reader: partition))
                }
            }
            reading.withLock { $0.formUnion(wanted) }
            let isWhole = known.isSuperset(of: wanted)
            if !isWhole, .now >= nextTry { nextTry = .now + Self.topicPause }
            if try !takeAll(sources, &places) { waiter.wait(isWhole ? Self.idlePause : Self.topicPause) }
        }
    }

    private func takeAll(_ sources: [Source], _ places: inout [TopicPartition: Int64]) throws(LogError) -> Bool {
        var gotSome = false
        for source in sources {
            do throws(LogError) {
                let records = try source.reader.read(max: 500, wait: .zero)
                guard let last = records.last else { continue }
                gotSome = true
                let directory = platform.directory
                let now = Timestamp.now()
                for record in records {
                    guard let event = LiveEvent(record, service: source.service, arrivedMilliseconds: Monotonic.milliseconds()),
                        let tenant = directory.tenants[event.tenant.rawValue], tenant.topics.services.contains(source.service)
                    else { continue }
                    hub.publish(event, to: tenant, now: now)
                }
                places[source.reader.partition] = last.offset + 1
            } catch {
                guard error.kind == .offsetOutOfRange else { throw error }
                // Retention or another log: what is left is what there is to see.
                try source.reader.seek(to: .beginning)
            }
        }
        return gotSome
    }
}
