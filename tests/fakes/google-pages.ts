import { html, raw } from 'hono/html'
import { palette } from '#core/shared/palette.ts'
import type { GooglePerson } from './google.ts'

const style = `
:root { color-scheme: light dark; --line: light-dark(${palette.light.line}, ${palette.dark.line}); --muted: light-dark(${palette.light.muted}, ${palette.dark.muted});
  --paper: light-dark(${palette.light.paper}, ${palette.dark.paper}); --warn: light-dark(#fff3d6, #43330d) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 28rem; padding: 24px 16px; background: var(--paper); font: 16px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere }
h1 { font-size: 24px; margin: 24px 0 8px } p { margin: 0 0 16px } small, label { color: var(--muted) }
.note { padding: 12px 16px; border-radius: 12px; background: var(--warn) }
form { display: grid; gap: 12px }
button, input, select { font: inherit; width: 100%; min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px;
  background: none; color: inherit }
button { display: grid; text-align: start; cursor: pointer }
button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible { outline: 3px solid; outline-offset: 2px }
fieldset { display: grid; gap: 12px; border: 0; margin: 0; padding: 12px 0 } summary { min-height: 44px; padding: 8px 0; cursor: pointer }
input[type=checkbox] { width: 20px; min-height: 20px; vertical-align: middle }`

const faults: readonly (readonly [string, string])[] = [
  ['none', 'Nothing'],
  ['slow', 'Google is slow'],
  ['wrong_nonce', 'The response belongs to another sign-in'],
  ['used_code', 'The code was used before'],
  ['lost', 'The connection breaks off'],
  ['other_key', 'The signature is wrong'],
]

type Consent = {
  request: string
  people: readonly GooglePerson[]
  isOffline: boolean
  /** what may be left out: Google lets people agree to a part only */
  scopes: readonly string[]
}

const scopeLabels: Record<string, string> = {
  'calendar.events': 'See, add, change and delete events in your calendars',
  'calendar.calendarlist.readonly': 'See the list of your calendars',
}

export const consentPage = ({ request, people, isOffline, scopes }: Consent) =>
  page(
    'Choose an account',
    html`<p>
        Openspot asks for your name and your
        address${isOffline ? ', and for access while you are away' : ''}.
      </p>
      <form method="post" action="/consent">
        <input type="hidden" name="request" value="${request}" />
        ${scopes.map(
          (scope) =>
            html`<label
              ><input type="checkbox" name="granted" value="${scope}" />
              ${scopeLabels[scope.replace(/^.*\/auth\//, '')] ?? scope}</label
            >`,
        )}
        ${people.map(
          ({ email, name, verified }) =>
            html`<button name="person" value="${email}">
              <b>${name || email}</b> <small>${email}${verified ? '' : ' (not confirmed)'}</small>
            </button>`,
        )}
        <details ${people.length === 0 ? 'open' : ''}>
          <summary>Another account</summary>
          <fieldset>
            <label>Email <input name="email" type="email" autocomplete="off" /></label>
            <label>Name <input name="name" autocomplete="off" /></label>
            <label><input type="checkbox" name="verified" checked /> Google has confirmed it</label>
            <button name="person" value="other">Continue with this account</button>
          </fieldset>
        </details>
        <label>
          What goes wrong
          <select name="fault">
            ${faults.map(([value, label]) => html`<option value="${value}">${label}</option>`)}
          </select>
        </label>
        <button name="person" value="">Cancel</button>
      </form>`,
  )

export const refusalPage = (reason: string) => page('Access blocked', html`<p>${reason}</p>`)

type Html = ReturnType<typeof html>

export function page(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} – simulated Google</title>
      <style>
        ${raw(style)}
      </style>
      <p class="note">
        <b>This is a simulated Google.</b> It runs on this machine for tests and the demo. Nothing
        you type here is sent to Google.
      </p>
      <h1>${title}</h1>
      ${body}
    </html>`
}
