/// Keeps the tracking page fresh: it asks for the page again and takes over what changes, as the server wrote it.
/// Guests have no live topics, so there is nothing to listen to.
enum TrackingScript {
    static let text = """
        (() => {
          'use strict';
          const find = (page, id) => page.getElementById(id);
          const region = find(document, 'order'), now = find(document, 'now'), lost = find(document, 'lost');
          const look = async () => {
            if (document.hidden) { return true; }
            try {
              const answer = await fetch(location.href, {headers: {Accept: 'text/html'}, cache: 'no-store', credentials: 'omit'});
              if (answer.status === 404 || answer.status === 410) { location.reload(); return false; }
              if (!answer.ok) { throw new Error(String(answer.status)); }
              const page = new DOMParser().parseFromString(await answer.text(), 'text/html'), fresh = find(page, 'order');
              if (lost.textContent) { lost.textContent = ''; }
              if (!fresh) { return true; }
              if (now.textContent !== find(page, 'now').textContent) { now.textContent = find(page, 'now').textContent; }
              region.dataset.seconds = fresh.dataset.seconds;
              if (fresh.innerHTML !== region.innerHTML) { region.replaceChildren(...fresh.childNodes); }
            } catch (error) {
              if (!lost.textContent) { lost.textContent = lost.dataset.text; }
            }
            return true;
          };
          const wait = () => {
            const seconds = Number(region.dataset.seconds);
            if (seconds > 0) { setTimeout(async () => { if (await look()) { wait(); } }, seconds * 1000); }
          };
          document.addEventListener('visibilitychange', () => { if (!document.hidden && Number(region.dataset.seconds) > 0) { look(); } });
          wait();
        })();
        """
}
