/// Where the waiting fetches of one partition hear that something was appended.
final class PartitionSignal {
    private(set) var appends: UInt64 = 0
    private var waiting: [ObjectIdentifier: FrontConnection] = [:]

    func add(_ connection: FrontConnection) { waiting[ObjectIdentifier(connection)] = connection }
    func remove(_ connection: FrontConnection) { waiting[ObjectIdentifier(connection)] = nil }

    func appended() {
        appends += 1
        // A copy: whoever is released takes itself off the list.
        for connection in Array(waiting.values) { connection.somethingWasAppended() }
    }
}
