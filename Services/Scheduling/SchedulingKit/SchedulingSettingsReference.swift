import ServiceKit

extension SchedulingSettings {
    private static let uidHost = SettingDescription("appointments.uidHost", "Makes the UIDs in calendar files unique in the world",
                                                    "host name", usual: "the first host of the app")

    package static let referenceOfReminders: [SettingDescription] = [
        .init("reminderOffsetsMinutes", "How long before an event people are reminded", "at most 10, each 30 to 44640", unit: "minutes",
              usual: "[1440, 120]"),
        .init("alarmMinutes", "The alarm in calendar files, before the start", 0...44_640, "minutes", usual: 120),
        .init("eventUrl", "The page of an event on the web, with `{event.id}`", "https address", usual: "none"),
        uidHost,
    ]

    package static let referenceOfBookings: [SettingDescription] = [
        .init("calendar.slotStepMinutes", "Distance between two times that are offered", "5, 10, 15, 20, 30, 60", unit: "minutes",
              usual: "30"),
        .init("calendar.bufferBeforeMinutes", "Kept free before an appointment", 0...240, "minutes", usual: 0),
        .init("calendar.bufferAfterMinutes", "Kept free after an appointment", 0...240, "minutes", usual: 15),
        .init("calendar.minimumNoticeMinutes", "How long before its start an appointment can still be booked", 0...43_200, "minutes",
              usual: 1440),
        .init("calendar.horizonDays", "How far ahead appointments are offered", 1...365, "days", usual: 60),
        .init("calendar.cancelNoticeMinutes", "Until how long before the start a customer may cancel", 0...43_200, "minutes", usual: 2880),
        .init("calendar.rescheduleNoticeMinutes", "Until how long before the start a customer may move it", 0...43_200, "minutes",
              usual: 2880),
        .init("calendar.maxReschedules", "How often a customer may move it", 0...10, "times", usual: 2),
        .init("calendar.holdMinutes", "How long a chosen time is held until it is booked", 1...30, "minutes", usual: 10),
        .init("calendar.depositMinutes", "How long a booking waits for its deposit", 5...1440, "minutes", usual: 30),
        .init("calendar.waitlistOfferMinutes", "How long an offer from the waiting list stands", 30...1440, "minutes", usual: 240),
        .init("calendar.linkDays", "How long a booking link works", 1...90, "days", usual: 7),
        .init("calendar.reminderMinutes", "How long before the start customers are reminded", "at most 4, each 15 to 10080",
              unit: "minutes", usual: "[1440, 120]"),
        .init("calendar.customerDocument", "The identity document that customers must give", "AR, ES, none", usual: "none"),
        .init("calendar.location", "Where appointments are", "at most 200 characters", usual: "\"\""),
        .init("appointments.productId", "`PRODID` of calendar files", "text", usual: "-//Souk//Scheduling//EN"),
        uidHost,
        .init("appointments.organizerEmail", "Sender of invitations", "e-mail address", usual: "noreply@souk.invalid"),
        .init("appointments.title", "What stands in a customer's calendar, with `{provider.name}`", "language: text",
              usual: "Appointment with {provider.name}"),
        .init("appointments.subject", "What pages call the work that is booked", "language: text", usual: "Appointment"),
        .init("appointments.host", "What pages call the person who is booked", "language: text", usual: "With"),
        .init("appointments.erasedCustomer", "What a customer is called whose data are erased", "language: text",
              usual: "Deleted customer"),
        .init("appointments.busy", "What a calendar feed calls a time that is taken", "language: text", usual: "Busy"),
        .init("extraFields[].name",
              "Something that only this app asks about an appointment: its name in `extraFields` of requests and answers",
              "camelCase, at most 40", usual: nil),
        .init("extraFields[].label", "What forms and pages call it", "language: text", usual: nil),
        .init("extraFields[].type", "What may be given: one line, several, a whole number, one of `choices`", "text, lines, number, choice",
              usual: "text"),
        .init("extraFields[].required", "A booking without it is refused", "true or false", usual: "false"),
        .init("extraFields[].min", "The least number, or the fewest characters", "whole number", usual: "0 of a number, 1 of a text"),
        .init("extraFields[].max", "The greatest number, or the most characters", "whole number",
              usual: "1000000 of a number, 1000 of a text"),
        .init("extraFields[].choices", "What may be chosen", "at most 50 texts", usual: nil),
        .init("customerRetentionDays", "How long after the appointment a customer's data are kept", 1...36_500, "days", usual: 730),
        .init("providerReminderMinutes", "Reminders that the person who is booked may choose from", "at most 10, each 5 to 44640",
              unit: "minutes", usual: "[120]"),
    ]

    package static let referenceOfWindows: [SettingDescription] = [
        .init("windows[].days", "Days of a delivery window; 0 is Sunday", "list of 0 to 6", usual: nil),
        .init("windows[].start", "When it begins", "time of day, in quotes", usual: nil),
        .init("windows[].end", "When it ends; a window past midnight is two", "time of day up to \"24:00\", in quotes", usual: nil),
        .init("windows[].places", "Deliveries in it", "1 to 10000", unit: "deliveries", usual: nil),
    ]
}
