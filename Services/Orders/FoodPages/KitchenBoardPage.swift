import Kernel
import OrdersPages
import ServiceKit

/// The board of a restaurant: orders that arrive, are prepared and wait for their courier. The page has no data; its
/// script signs the owner in, keeps the token in memory and fills the lanes (decision 0050).
package struct KitchenBoardPage {
    /// Path of the API: `/t/food/api/v1`.
    let api: String
    /// Whose clock the board shows.
    let timezone: String
    let words: KitchenBoardWords
    package init(api: String, timezone: String, words: KitchenBoardWords) {
        (self.api, self.timezone, self.words) = (api, timezone, words)
    }

    package var markup: Markup {
        let frame = PageFrame(language: words.code, title: words.title, style: OrderPageStyle.css, script: KitchenBoardScript.text)
        return frame.page("""
            <h1>\(words.title)</h1><noscript><p class="alert">\(words.needsScript)</p></noscript>
            <div id="board" data-api="\(api)" data-language="\(words.code)" data-zone="\(timezone)"\
            \(PageSentences.markup(words.sentences))>\
            \(signIn)\(orders)</div>\(card)
            """)
    }

    private var signIn: Markup { SignInForm(login: words.login, password: words.password, signIn: words.signIn).markup }

    private var orders: Markup {
        let lanes = words.lanes.map { lane -> Markup in
            """
            <section class="lane" aria-labelledby="\(lane.name)-title"><h2 id="\(lane.name)-title">\(lane.title) \
            <bdi class="count" id="\(lane.name)-count">0</bdi></h2><ul id="\(lane.name)" tabindex="-1"></ul>\
            <p class="none" id="\(lane.name)-none">\(words.empty)</p></section>
            """
        }
        return """
            <div id="orders" hidden><div class="bar"><div id="restaurants" hidden><label for="restaurant">\(words.restaurant)</label>\
            <select id="restaurant"></select></div><p class="live" id="live">\(words.sentences["offline"] ?? "")</p>\
            <button type="button" class="quiet" id="sign-out">\(words.signOut)</button></div>\
            <p class="hidden" id="news" role="status"></p><div class="lanes" id="lanes" aria-busy="true">\(lanes)</div></div>
            """
    }

    /// One order; the script copies it.
    private var card: Markup {
        let reasons = words.reasons.map { reason -> Markup in "<option value=\"\(reason.code)\">\(reason.label)</option>" }
        return """
            <template id="card"><li class="card"><h3 tabindex="-1"><span>\(words.order) <bdi data-part="number"></bdi></span>\
            <bdi data-part="total"></bdi></h3><p class="hint" data-part="status"></p><p class="hint" data-part="due"></p>\
            <ul data-part="items"></ul><p data-part="note"></p><div class="alert" role="alert" data-part="problem" hidden></div>\
            <div class="actions"><button type="button" data-action="accept">\(words.accept)</button>\
            <button type="button" data-action="prepare">\(words.prepare)</button>\
            <button type="button" data-action="ready">\(words.ready)</button>\
            <button type="button" class="quiet" data-action="reject" aria-expanded="false">\(words.reject)</button></div>\
            <fieldset data-part="rejecting" hidden><legend>\(words.why)</legend>\
            <label><span class="hidden">\(words.why)</span><select data-part="reason">\(reasons)</select></label>\
            <div class="actions"><button type="button" data-action="confirm-reject">\(words.confirmReject)</button></div></fieldset>\
            </li></template>
            """
    }
}
