import Kernel
import OrdersPages
import ServiceKit

/// The page on which a customer follows an order. It has no data: its script signs the customer in, keeps the token in memory
/// (decision 0050) and takes over what the server renders of the order.
package struct FuelTrackingPage {
    /// Path of the API: `/t/fuel/api/v1`.
    let api: String
    let words: FuelTrackingWords
    package init(api: String, words: FuelTrackingWords) { (self.api, self.words) = (api, words) }

    package var markup: Markup {
        let frame = PageFrame(language: words.code, title: words.title, style: FuelPageStyle.css, script: FuelTrackingScript.text)
        return frame.page("""
            <h1>\(words.title)</h1><noscript><p class="alert">\(words.needsScript)</p></noscript>
            <div id="board" data-api="\(api)" data-language="\(words.code)"\(PageSentences.markup(words.sentences))>\
            \(SignInForm(login: words.login, password: words.password, signIn: words.signIn).markup)\
            <div id="signed-in" hidden><div class="bar"><div id="choice"><label for="choose">\(words.choose)</label>\
            <select id="choose"></select></div><p class="live" id="live">\(words.sentences["offline"] ?? "")</p>\
            <button type="button" class="quiet" id="sign-out">\(words.signOut)</button></div>\
            <div class="alert" role="alert" id="problem" hidden></div>\
            <p class="now" id="now" role="status"></p><div id="order" tabindex="-1"></div><div id="receipt" tabindex="-1"></div></div></div>
            """)
    }
}
