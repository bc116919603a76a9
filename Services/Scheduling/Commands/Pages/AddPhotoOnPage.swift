import Contracts
import Kernel
import Messaging
import ServiceKit

/// The client adds a picture on the page of the appointment.
public struct AddPhotoOnPage: Upload {
    public static let type: MessageType = "scheduling.put-page-photo-part.v1"
    public let manageToken: String
    public let lang: String?

    /// What is wrong is said on the page, when the file is whole.
    public func begin(in tx: SchedulingTransaction) throws {}

    public func receive(_ file: [UInt8], in tx: SchedulingTransaction) throws -> PageAnswer {
        let source = try PageSource(tx, lang: lang)
        do {
            let page = try AppointmentPage(source, manageToken: manageToken)
            do {
                let appointment = try AddPhotoAsClient(manageToken: manageToken).appointment(tx)
                _ = try PhotoKeeping(tx: tx).keep(file, of: .appointment(appointment.id), artist: appointment.artistId)
                return PageAnswer(seeOther: source.location("/appointment/\(manageToken)"))
            } catch let rejection as Rejection where [409, 415, 422].contains(rejection.status) {
                return PageAnswer(try page.overview(message: source.words.photoProblem(rejection.slug)), status: rejection.status)
            }
        } catch let rejection as Rejection { return RefusalPage.of(rejection, source.words) }
    }
}
