import { html, raw } from 'hono/html'
import { palette } from '#core/shared/palette.ts'
import { testCards } from './cards.ts'
import { formatted } from './money.ts'
import type { Charge, Checkout, Data, State } from './state.ts'

const style = `
:root { color-scheme: light dark; --line: light-dark(${palette.light.line}, ${palette.dark.line}); --muted: light-dark(${palette.light.muted}, ${palette.dark.muted});
  --paper: light-dark(${palette.light.paper}, ${palette.dark.paper}); --warn: light-dark(#fff3d6, #43330d); --bad: light-dark(#fde3e0, #4d1d18) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 32rem; padding: 24px 16px; background: var(--paper); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 24px; margin: 24px 0 8px } h2 { font-size: 18px; margin: 24px 0 8px } p { margin: 0 0 16px } small, label { color: var(--muted) }
.note, .problem { padding: 12px 16px; border-radius: 12px; background: var(--warn) } .problem { background: var(--bad) }
form { display: grid; gap: 12px; margin: 0 0 16px } .row { display: flex; gap: 8px; flex-wrap: wrap } .row > * { flex: 1; margin: 0 } .row > span { flex-basis: 100% } .payments .row { margin-top: 8px }
button, input { font: inherit; width: 100%; min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit }
button { cursor: pointer } button:focus-visible, input:focus-visible, a:focus-visible { outline: 3px solid; outline-offset: 2px }
ul { list-style: none; margin: 0 0 16px; padding: 0 } .items li { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; border-bottom: 1px solid var(--line) } .items li > :last-child { white-space: nowrap }
.payments li { padding: 12px 0; border-bottom: 1px solid var(--line) }
a { color: inherit; display: inline-block; padding: 8px 0 } dl { margin: 0 } dd { margin: 0 0 8px }`

type Html = ReturnType<typeof html>

/** The form of a session. Without script it cannot change by itself when the session is expired elsewhere. */
export const payPage = (
  data: Data,
  { session, items, submitText }: Checkout,
  { problem = '', email = '' }: { problem?: string; email?: string } = {},
) => {
  const { currency } = session
  const total = formatted(session.amount_total, currency)
  return page(
    `Pay ${data.account.name}`,
    html`${session.cancel_url === null ? '' : html`<a href="${session.cancel_url}">← Back</a>`}
      <ul class="items">
        ${items.map(
          ({ name, description, quantity, amount }) =>
            html`<li>
              <span
                >${quantity > 1 ? `${quantity} × ` : ''}${name}
                ${description === null ? '' : html`<br /><small>${description}</small>`}</span
              >
              <span>${formatted(amount * quantity, currency)}</span>
            </li>`,
        )}
        <li><b>Total</b> <b>${total}</b></li>
      </ul>
      ${problem === '' ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <form method="post">
        <label
          >Email
          <input
            type="email"
            name="email"
            required
            value="${session.customer_email ?? email}"
            ${session.customer_email === null ? '' : 'readonly'}
        /></label>
        <label
          >Card number
          <input
            name="number"
            inputmode="numeric"
            required
            autocomplete="off"
            placeholder="4242 4242 4242 4242"
        /></label>
        <div class="row">
          <label
            >Expiry (MM / YY) <input name="expiry" required value="12 / 34" autocomplete="off"
          /></label>
          <label>Security code <input name="cvc" required value="123" autocomplete="off" /></label>
        </div>
        ${submitText === null ? '' : html`<p>${submitText}</p>`}
        <button>Pay ${total}</button>
      </form>
      ${
        data.livemode
          ? ''
          : html`<h2>Test cards</h2>
              <dl>
                ${Object.entries(testCards).map(
                  ([number, { meaning }]) =>
                    html`<dt>${number.replace(/(....)(?=.)/g, '$1 ')}</dt>
                      <dd>${meaning}</dd>`,
                )}
              </dl>`
      }`,
  )
}

export const bankPage = (data: Data, { session }: Checkout) =>
  page(
    'Confirm this payment',
    html`<p>
        Your bank asks whether you want to pay ${formatted(session.amount_total, session.currency)}
        to ${data.account.name}.
      </p>
      <form method="post">
        <button name="answer" value="complete">Complete authentication</button>
        <button name="answer" value="fail">Fail authentication</button>
      </form>`,
  )

export const endedPage = () =>
  page(
    'You’re all done here',
    // Stripe’s own says no more, whatever became of it, and leads nowhere.
    html`<p>${'You’ve either completed your payment or this checkout session has timed out.'}</p>`,
  )

/** What a vendor sees and does at Stripe, for people who try things out. */
export const dashboardPage = (state: State) =>
  page(
    'Payments',
    html`${state.accounts
      .flatMap(({ test, live }) => [test, live])
      .filter(({ account, livemode }) => account.keys.some((key) => key.livemode === livemode))
      .map(
        (data) =>
          html`<h2>
              ${data.account.name} <small>${data.account.id}${data.livemode ? ', live' : ''}</small>
            </h2>
            ${data.account.keys
              .filter(({ state: now, livemode }) => now === 'active' && livemode === data.livemode)
              .map(
                ({ secret }) =>
                  html`<p>Key: <code>${secret}</code></p>
                    <form method="post" action="/dashboard/revoke/${secret}">
                      <button>Revoke this key</button>
                    </form>`,
              )}
            <ul class="payments">
              ${data.charges.toReversed().map((charge) => payment(data, charge))}
            </ul>
            ${data.charges.length === 0 ? html`<p>No payments yet.</p>` : ''}`,
      )}`,
  )

const payment = (data: Data, charge: Charge) => {
  const { id, amount, amount_refunded: refunded, currency, status } = charge
  const refunds = data.refunds.filter((one) => one.charge === id)
  const disputes = data.disputes.filter((one) => one.charge === id)
  const button = (what: string, target: string, label: string) =>
    html`<form method="post" action="/dashboard/${what}/${target}"><button>${label}</button></form>`
  return html`<li>
    <b>${formatted(amount, currency)}</b>
    ${status}${refunded > 0 ? `, ${formatted(refunded, currency)} refunded` : ''}
    <small>•••• ${charge.payment_method_details.card.last4}, ${charge.description ?? id}</small>
    ${disputes.map(
      (one) =>
        html`<div class="row">
          <span>Dispute: ${one.status}</span>
          ${
            one.status === 'needs_response'
              ? html`${button('won', one.id, 'Win')} ${button('lost', one.id, 'Lose')}`
              : ''
          }
        </div>`,
    )}
    ${refunds.map(
      (one) =>
        html`<div class="row">
          <span>Refund of ${formatted(one.amount, currency)}: ${one.status}</span>
          ${one.status === 'pending' ? button('succeeded', one.id, 'It arrived') : ''}
          ${one.status === 'failed' ? '' : button('failed', one.id, 'It failed')}
        </div>`,
    )}
    ${
      status === 'succeeded'
        ? html`<div class="row">
            ${refunded < amount ? button('refund', id, 'Refund the rest') : ''}
            ${disputes.length === 0 ? button('dispute', id, 'Dispute') : ''}
          </div>`
        : ''
    }
  </li>`
}

export const refusalPage = (reason: string) => page('Not possible', html`<p>${reason}</p>`)

function page(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} – simulated Stripe</title>
      <style>
        ${raw(style)}
      </style>
      <p class="note">
        <b>Simulated Stripe — no real money.</b> It runs on this machine for tests and the demo.
        Nothing you type here is sent to Stripe, and card numbers are not kept.
      </p>
      <h1>${title}</h1>
      ${body}
    </html>`
}
