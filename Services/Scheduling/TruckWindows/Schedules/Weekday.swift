import Kernel

/// A day of the week as schedules and rosters write it.
package enum Weekday: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    case mon, tue, wed, thu, fri, sat, sun

    /// ISO 8601: Monday is 1.
    package var number: Int {
        switch self {
        case .mon: 1
        case .tue: 2
        case .wed: 3
        case .thu: 4
        case .fri: 5
        case .sat: 6
        case .sun: 7
        }
    }
    package init(of date: CalendarDate) {
        switch date.weekday {
        case 1: self = .mon
        case 2: self = .tue
        case 3: self = .wed
        case 4: self = .thu
        case 5: self = .fri
        case 6: self = .sat
        default: self = .sun
        }
    }
}
