import OrdersPages

/// The dispatch board's own part of its script. It takes over what the server renders, card by card, so that a choice that
/// somebody is making stays; what they decide goes to the routes that the app uses.
enum DispatchBoardScript {
    static let text = PageSessionScript.text + own + LiveStreamScript.text

    private static let own = """
          let isLooking = false, looksAgain = false, timer = null;
          const tell = sentence => { find('problem').textContent = sentence; show(find('problem'), sentence !== ''); };
          const closed = () => {
            clearTimeout(timer);
            timer = null;
            find('state').replaceChildren();
            tell('');
            show(find('signed-in'), false);
          };
          const opened = async () => {
            const page = await read('/dispatch/board.html');
            takeOver(page.getElementById('state'));
            show(find('signed-in'), true);
            find('state').focus();
          };
          // Cards that look the same stay as they are, with what somebody types or chooses on them.
          const takeOver = fresh => {
            const active = document.activeElement, focused = active && find('state').contains(active) ? active.id : '';
            const owner = active && active.closest && active.closest('li.card');
            const known = new Map([...find('state').querySelectorAll('li.card')].map(card => [card.id, card]));
            for (const card of fresh.querySelectorAll('li.card')) {
              const old = known.get(card.id);
              if (old && old.dataset.look === card.dataset.look) { card.replaceWith(old); }
            }
            find('state').replaceChildren(...fresh.childNodes);
            if (focused && document.activeElement !== active) {
              const target = find(focused) || owner && find('title-' + owner.dataset.order) || find('state');
              target.focus();
            }
          };
          const look = async () => {
            if (isLooking) { looksAgain = true; return; }
            isLooking = true;
            try {
              do {
                looksAgain = false;
                const page = await read('/dispatch/board.html');
                if (session) { takeOver(page.getElementById('state')); }
              } while (looksAgain && session);
            } catch (error) { if (session) { tell(error.message || say.failed); } } finally { isLooking = false; }
          };
          const act = async (card, path, body) => {
            const id = card.dataset.order, problem = card.querySelector('[data-part="problem"]'), buttons = card.querySelectorAll('button');
            show(problem, false);
            for (const button of buttons) { button.disabled = true; }
            try {
              await call('POST', '/deliveries/' + id + path, body);
              find('news').textContent = say.changed + ' ' + card.dataset.number;
              find('title-' + id).focus();
              await look();
            } catch (error) { problem.textContent = error.message; show(problem, true); }
            for (const button of buttons) { button.disabled = false; }
          };
          find('state').addEventListener('click', event => {
            const action = event.target.dataset && event.target.dataset.action, card = event.target.closest('li.card');
            if (!action || !card) { return; }
            const why = name => card.querySelector('[data-part="' + name + '"] input').value.trim();
            if (action === 'assign') { act(card, '/assign', {driverId: card.querySelector('[data-part="driver"]').value}); }
            else if (action === 'confirm-release') { act(card, '/release', {reason: why('release') || 'dispatch'}); }
            else if (action === 'confirm-fail') { act(card, '/fail', {reason: 'not-servable', note: why('fail') || undefined}); }
            else {
              const part = card.querySelector('[data-part="' + action + '"]');
              show(part, part.hidden);
              event.target.setAttribute('aria-expanded', String(!part.hidden));
              if (!part.hidden) { part.querySelector('input').focus(); }
            }
          });
          const topics = () => 'dispatch/board';
          // Positions come often; the board is drawn anew at most every two seconds.
          const take = frame => {
            if (frame.topic !== 'dispatch/board') { return; }
            if (frame.type === 'driver.location') {
              timer = timer || setTimeout(() => { timer = null; if (session) { look(); } }, 2000);
            } else { look(); }
          };
          const caughtUp = look;
          // What becomes urgent as time passes.
          setInterval(() => { if (session && !document.hidden) { look(); } }, 60000);

        """
}
