import Kernel
import Messaging

/// What is wrong with `settings.scheduling` of a tenant file, by name: values that do not fit, and names that mean nothing.
package enum SettingsCheck {
    package static func problems(of settings: JSONValue) -> [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        for name in unknown(settings, SchedulingSettings.names) { found.append((name, "is not a setting of scheduling")) }
        for name in unknown(settings["appointments"], AppointmentWords.names) {
            found.append(("appointments.\(name)", "is not a setting of appointments"))
        }
        for (place, field) in (settings["extraFields"]?.array ?? []).enumerated() {
            for name in unknown(field, ExtraField.settings) {
                found.append(("extraFields.\(place).\(name)", "is not a setting of an extra field"))
            }
        }
        do {
            found += try settings.decoded(as: SchedulingSettings.self).problems
        } catch let error as DecodingError {
            for (path, messages) in error.asRejection.errors { found.append((path, messages.first ?? "cannot be read")) }
        } catch {
            found.append(("", "cannot be read: \(error)"))
        }
        return found
    }
    private static func unknown(_ settings: JSONValue?, _ known: [String]) -> [String] {
        (settings?.object ?? [:]).keys.filter { !known.contains($0) }.sorted()
    }
}
