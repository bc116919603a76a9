import Contracts
import Kernel
import ServiceKit

/// `schedules.yml`: when trucks deliver in the service areas.
public struct DemoAreaSchedules: DemoReader {
    public static let file = "schedules.yml"
    public static let keys = ["schedules"]
    private let schedules: [(n: Int, schedule: ImportAreaSchedule)]

    public init(_ form: DemoForm) {
        schedules = form.list("schedules", in: form.root).map { value in
            form.allow(["area", "days", "from", "to", "window", "cutoff", "closed"], in: value, what: "a schedule")
            let n = form.reference("area", to: .serviceArea, in: value)
            let hours = [[form.text("from", in: value), form.text("to", in: value)]]
            let closed = form.list("closed", in: value).map { date -> JSONValue in
                form.allow(["date", "reason"], in: date, what: "a closed date")
                return ["date": .string(form.text("date", in: date)), "closed": true, "reason": .string(form.text("reason", in: date))]
            }
            return (n, ImportAreaSchedule(
                areaId: ServiceAreaID(DemoID.serviceArea(n)),
                weekly: Dictionary(form.texts("days", in: value).map { ($0.text, hours) }) { first, _ in first },
                windowMinutes: form.number("window", in: value), cutoffMinutes: form.number("cutoff", in: value), exceptions: closed))
        }
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        schedules.map { DemoMessage("area-schedule/\($0.n)", .offers, $0.schedule) }
    }
}
