"""What a member's screen is told while it is open."""

from accounts import join
from counter import activate, card, money, redeem_now, scan
from sockets import Live
from shops import new_vendor


def live_topics(walk):
    """The socket: orders/mine"""
    _, token, shop = new_vendor(walk, 'Vendeur Direct')
    member, other = join(walk, 'Ecran Ouvert'), join(walk, 'Autre Ecran')
    walk.eventually('orders knows the member', lambda: scan(walk, card(walk, member)['qr_payload'], token),
                    lambda a: a['member']['name'] is not None, 2)
    mine, theirs = Live(walk, member['token']), Live(walk, other['token'])
    for connection in (mine, theirs):
        connection.send({'subscribe': 'orders/mine'})
        connection.send({'subscribe': 'notifications/mine'})
    mine.send({'subscribe': 'nothing/at-all'})
    while not any('error' in message for message in mine.heard) and len(mine.heard) < 10:
        mine.heard.append(mine.next())
    walk.fact('an unknown topic is an error with a problem',
              any(message.get('error', {}).get('status') in (403, 404) for message in mine.heard), mine.heard)
    sold = activate(walk, member, 1, token)
    heard = mine.until('membership.activated')
    walk.fact('membership.activated', heard and heard['topic'] == 'orders/mine' and set(heard) >= {'id', 'type', 'topic', 'at', 'data'},
              mine.heard)
    walk.fact('… in the field names of the app', heard['data'].get('subscription_id') == sold['subscription']['id'], heard)
    visit = redeem_now(walk, member, 10000, token)
    heard = mine.until('redemption.recorded')
    walk.fact('redemption.recorded', heard and heard['data']['redemption_id'] == visit['id'], mine.heard)
    walk.fact('… with its time in whole seconds', '.' not in heard['data']['recorded_at'], heard)
    walk.ask('POST', f"/vendor/redemptions/{visit['id']}/void", {'reason': 'erreur'}, token)
    heard = mine.until('redemption.voided')
    walk.fact('redemption.voided', heard and '.' not in heard['data']['recorded_at'], mine.heard)
    walk.ask('POST', f"/vendor/activations/{sold['id']}/void", {'reason': 'erreur'}, token)
    walk.fact('membership.voided', mine.until('membership.voided'), mine.heard)
    walk.fact('nobody else hears of it', theirs.until('membership.activated', 0.5) is None, theirs.heard)
    for connection in (mine, theirs):
        connection.close()
