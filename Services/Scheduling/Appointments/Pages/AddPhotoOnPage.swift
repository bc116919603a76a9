import Contracts
import Kernel
import Messaging
import SchedulingKit
import ServiceKit

/// The customer adds a picture on the page of the appointment.
public struct AddPhotoOnPage: Upload {
    public static let type: MessageType = "scheduling.put-page-photo-part.v1"
    public let manageToken: String
    public let lang: String?

    /// What is wrong is said on the page, when the file is whole.
    public func begin(in tx: SchedulingTransaction) throws {}

    public func receive(_ file: [UInt8], in tx: SchedulingTransaction) throws -> PageAnswer {
        let form = try FormAnswer(tx, lang: lang)
        return try form.page {
            let appointment = try AddPhotoAsCustomer(manageToken: manageToken).appointment(tx)
            _ = try PhotoKeeping(tx: tx).keep(file, of: .appointment(appointment.id), provider: appointment.providerId)
            return .init(path: "/appointment/\(manageToken)")
        } refused: { refusal in
            let page = try AppointmentPage(form.source, manageToken: manageToken), problem = form.words.photoProblem(refusal.slug)
            return [415, 422].contains(refusal.status) ? try page.overview(photoError: problem) : try page.overview(message: problem)
        }
    }
}
