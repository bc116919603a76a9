import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Makes answers about jobs. Reads only.
struct DeliveryPresenter {
    let jobs: DeliveryStore
    let couriers: CourierStore
    let people: PersonStore
    /// The caller's, then those of the app.
    let languages: [String]
    let now: Timestamp

    func answer(_ job: Delivery, for viewer: DeliveryViewer) throws -> DeliveryAnswer {
        let courier = try CourierOfJob.find(job, couriers, people)
        let position: CourierPosition? = switch viewer {
        case .courier(let id): try couriers.find(id)?.position
        case .owner, .staff, .maskedStaff: viewer.showsPosition(of: job) ? courier?.position : nil
        }
        // What another courier does with the job is not a former one's business.
        let shown: CourierOfJob? = if case .courier(let id) = viewer, job.courier != id { nil } else { courier }
        return DeliveryAnswer(job: job, viewer: viewer, courier: shown, steps: try jobs.steps(of: job.id), position: position,
                              languages: languages, now: now)
    }
}

extension OrdersScope {
    var deliveryPresenter: DeliveryPresenter {
        DeliveryPresenter(jobs: deliveryJobs, couriers: couriers, people: people, languages: languages, now: now)
    }
}

extension OrdersTransaction {
    /// - Parameter countsOnce: judged anew, the request could undo what others did since: its answer stays.
    func deliveryAnswer(of job: Delivery, for viewer: DeliveryViewer, countsOnce: Bool = false) throws -> DeliveryAnswer {
        // It shows where the customer lives: after the erasure a request that is sent again is judged anew.
        if !countsOnce, principal?.userID != job.customer { context.answerIsAbout(job.customer) }
        return try deliveryPresenter.answer(job, for: viewer)
    }
}

extension OrdersView {
    var deliveryAudience: DeliveryAudience {
        get throws {
            let user = try user()
            return DeliveryAudience(user: user.userID, roles: user.roles, definition: definition)
        }
    }
    /// The courier that a question is about: the caller, or the one whom somebody names who may ride in the name of others.
    func rider(_ named: User.ID?) throws -> User.ID {
        let user = try user()
        return try ActingCourier.id(of: user.userID, roles: user.roles, named: named, definition, deliverySettings) {
            try couriers.find($0)?.hasRole ?? false
        }
    }
    /// The same, where more may be wrong with what was asked. Nil: `check` names it.
    func rider(_ named: User.ID?, _ check: inout Validation) throws -> User.ID? {
        do { return try rider(named) } catch let rejection as Rejection where !rejection.errors.isEmpty {
            check.take(rejection.errors)
            return nil
        }
    }
}
