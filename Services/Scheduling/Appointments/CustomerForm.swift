import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Reads what a form tells of a customer, in the names of commands.
struct CustomerForm {
    let form: JSONValue
    let calendar: ProviderCalendar
    let tx: SchedulingTransaction
    /// Who books says who they are; a provider who writes an appointment in may leave out all but the name.
    let isRequired: Bool

    /// Nil: something is refused, and said so.
    func customer(_ reader: inout FormReader) throws -> CustomerDetails? {
        let name = reader.typed("customerName") { CustomerField.text("customerName", $0, CustomerDetails.nameScalars, &$1) }
        let email = reader.typed("customerEmail") { CustomerField.email("customerEmail", $0, required: isRequired, &$1) }
        let phone = try reader.typed("customerPhone") { try CustomerField.phone("customerPhone", $0, in: tx.definition, &$1) }
        var check = Validation()
        let document = try document(&check)
        reader.take(check)
        guard let name, let email, let phone, let document else { return nil }
        return CustomerDetails(name: name, email: email, document: document, phone: phone)
    }

    /// The gateway seals a text and sends `false` in place of anything else.
    private func document(_ check: inout Validation) throws -> String? {
        guard calendar.settings.customerDocument != .none else { return "" }  // The app does not ask for one.
        let sent = form["customerDocument"], isThere = sent != nil && sent != .null
        let sealed = isThere ? try? sent?.decoded(as: SealedValue.self) : nil
        if isThere, sealed == nil {
            check.fail("customerDocument", "must be text")
            return nil
        }
        return CustomerField.document("customerDocument", try sealed.map { try tx.context.open($0) }, calendar.settings.customerDocument,
                                      required: isRequired, &check)
    }

    /// What this app asks besides.
    func extraFields(_ reader: inout FormReader) throws -> [String: JSONValue] {
        let given = reader.value(ExtraField.member)
        if let given, given.object == nil { reader.fail(ExtraField.member, "must be an object") }
        var check = Validation()
        let extra = ExtraField.checked(given?.object, try tx.settings().extraFields, requiring: isRequired, &check)
        reader.take(check)
        return extra
    }
}
