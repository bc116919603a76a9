import ServiceKit

extension TicketSaleSettings {
    static let reference: [SettingDescription] = [
        .init("numberPrefix", "First part of order numbers and serials", "1 to 6 capital letters or digits", usual: "SK"),
        .init("claimAnswerSeconds", "How long another service may take to answer while a buyer waits", 1...300, "seconds", usual: 30),
        .init("reissuesPerTicketMax", "How often the code of a ticket may be renewed", 0...100, "times", usual: 5),
        .init("snapshotCodesMax", "Codes of one event that scanners may take with them; some 400 bytes of memory each", snapshotCodes,
              "codes", usual: 250_000),
    ]
}
