import { html, raw } from 'hono/html'
import { palette } from '#core/shared/palette.ts'
import type { BotState, Button, Chat, Said, TelegramPerson } from './state.ts'

const style = `
:root { color-scheme: light dark; --line: light-dark(${palette.light.line}, ${palette.dark.line}); --muted: light-dark(${palette.light.muted}, ${palette.dark.muted});
  --paper: light-dark(${palette.light.paper}, ${palette.dark.paper}); --warn: light-dark(#fff3d6, #43330d); --bot: light-dark(#fff, #1d2a33); --me: light-dark(#e3f6d6, #23402a) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 32rem; padding: 24px 16px; background: var(--paper); font: 16px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere }
h1 { font-size: 24px; margin: 24px 0 8px } h2 { font-size: 18px; margin: 24px 0 8px } p { margin: 0 0 16px } small, label { color: var(--muted) }
.note { padding: 12px 16px; border-radius: 12px; background: var(--warn) }
form { display: grid; gap: 12px; margin: 0 0 12px } .row { display: flex; gap: 8px } .row > * { flex: 1 }
button, input, select { font: inherit; width: 100%; min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px;
  background: none; color: inherit }
button { cursor: pointer } button:focus-visible, input:focus-visible, select:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid; outline-offset: 2px }
ol { list-style: none; margin: 0 0 24px; padding: 0; display: grid; gap: 12px }
li.said { padding: 12px 16px; border-radius: 12px; border: 1px solid var(--line); background: var(--bot); max-width: 90% }
.text { white-space: pre-wrap }
li.person { background: var(--me); justify-self: end }
li .row { margin-top: 8px } li form { margin: 0; flex: 1 } li a.button { display: grid; place-items: center; min-height: 44px; border: 1px solid var(--line); border-radius: 8px; text-decoration: none; color: inherit }
summary { min-height: 44px; padding: 8px 0; cursor: pointer }`

const faults: readonly (readonly [string, string])[] = [
  ['none', 'Nothing'],
  ['wait', 'Telegram says: wait (429)'],
  ['blocked', 'Telegram says: blocked (403)'],
  ['unauthorized', 'Telegram says: unauthorized (401)'],
  ['error', 'Telegram has an error (500)'],
  ['down', 'Telegram is down (502)'],
  ['lost', 'The connection breaks off after the message was taken'],
  ['reset', 'The connection breaks off before that'],
  ['malformed', 'The answer cannot be read'],
]

type Html = ReturnType<typeof html>

export const nameOf = ({ firstName, lastName }: TelegramPerson) =>
  [firstName, lastName].filter(Boolean).join(' ')

const chatAddress = (bot: BotState, person: TelegramPerson) => `/chat/${bot.username}/${person.id}`

export const homePage = (bots: readonly BotState[], people: readonly TelegramPerson[]) =>
  page(
    'Chats',
    html`${bots.map(
      (bot) =>
        html`<h2>${bot.name} <small>@${bot.username}</small></h2>
          <ul>
            ${people.map(
              (person) =>
                html`<li>
                  <a href="${chatAddress(bot, person)}">${nameOf(person)}</a>
                  <small>${chatState(bot, person)}</small>
                </li>`,
            )}
          </ul>`,
    )}`,
  )

function chatState(bot: BotState, person: TelegramPerson): string {
  const chat = bot.chats.get(person.id)
  if (!chat?.isStarted) return 'not started'
  return chat.isBlocked ? 'blocked' : `${chat.said.length} messages`
}

export const startPage = (bot: BotState, people: readonly TelegramPerson[], code: string) =>
  page(
    bot.name,
    html`<p>Who opens this link to @${bot.username}?</p>
      ${people.map(
        (person) =>
          html`<form method="post" action="${chatAddress(bot, person)}/start">
            <input type="hidden" name="code" value="${code}" />
            <button>${nameOf(person)}: press START</button>
          </form>`,
      )}`,
  )

export const chatPage = (bot: BotState, person: TelegramPerson, chat: Chat, next: string) => {
  const at = chatAddress(bot, person)
  return page(
    `${bot.name} and ${nameOf(person)}`,
    html`<ol aria-label="Messages">
        ${chat.said.map((said) => bubble(at, said))}
      </ol>
      ${chat.notices.length > 0 ? html`<p role="status">${chat.notices.at(-1)}</p>` : ''}
      ${
        chat.isStarted && !chat.isBlocked
          ? html`<form method="post" action="${at}/say">
              <label>Write <input name="text" autocomplete="off" /></label>
              <button>Send</button>
            </form>`
          : ''
      }
      <div class="row">
        <form method="post" action="${at}/start"><button>Start</button></form>
        <form method="post" action="${at}/${chat.isBlocked ? 'unblock' : 'block'}">
          <button>${chat.isBlocked ? 'Unblock the bot' : 'Block the bot'}</button>
        </form>
      </div>
      <details ${next === 'none' ? '' : 'open'}>
        <summary>What goes wrong</summary>
        <form method="post" action="${at}/fault">
          <select name="fault" aria-label="With the next message">
            ${faults.map(
              ([value, label]) =>
                html`<option value="${value}" ${value === next ? 'selected' : ''}>
                  ${label}
                </option>`,
            )}
          </select>
          <button>Do it with the next message</button>
        </form>
      </details>
      <p><a href="/">All chats</a></p>`,
  )
}

const bubble = (at: string, { id, by, text, entities, buttons, isEdited }: Said) => {
  const words = html`<span class="text">${formatted(text, entities)}</span>`
  const rows = buttons.map(
    (row) => html`<div class="row">${row.map((button) => buttonOf(at, id, button))}</div>`,
  )
  return html`<li class="said ${by}" dir="auto">
    ${words}${isEdited ? html` <small>edited</small>` : ''} ${rows}
  </li>`
}

const buttonOf = (at: string, messageId: number, { text, url, callback_data: data }: Button) =>
  url === undefined
    ? html`<form method="post" action="${at}/tap">
        <input type="hidden" name="message" value="${messageId}" />
        <button name="data" value="${data ?? ''}">${text}</button>
      </form>`
    : html`<a class="button" href="${url}">${text}</a>`

/** The parts of a text, each with what is said of it; addresses become links, as Telegram does it. */
function formatted(text: string, entities: Said['entities']): Html[] {
  const parts: Html[] = []
  let at = 0
  for (const { type, offset, length, url } of entities.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < at) continue
    parts.push(linked(text.slice(at, offset)))
    const inside = text.slice(offset, offset + length)
    if (type === 'bold') parts.push(html`<b>${inside}</b>`)
    else if (type === 'text_link') parts.push(html`<a href="${url ?? ''}">${inside}</a>`)
    else parts.push(html`${inside}`)
    at = offset + length
  }
  parts.push(linked(text.slice(at)))
  return parts
}

const linked = (text: string): Html =>
  html`${text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : part))}`

type Login = { request: string; bot: BotState; people: readonly TelegramPerson[] }

const loginFaults: readonly (readonly [string, string])[] = [
  ['none', 'Nothing'],
  ['wrong_nonce', 'The response belongs to another login'],
  ['used_code', 'The code was used before'],
  ['other_key', 'The signature is wrong'],
]

export const loginPage = ({ request, bot, people }: Login) =>
  page(
    'Log in with Telegram',
    html`<p>${bot.name} asks for your name, and wants to send you messages.</p>
      <form method="post" action="/oauth/consent">
        <input type="hidden" name="request" value="${request}" />
        ${people.map(
          (person) =>
            html`<button name="person" value="${person.id}">
              ${nameOf(person)}${person.username === undefined ? '' : ` (@${person.username})`}
            </button>`,
        )}
        <label
          >What goes wrong
          <select name="fault">
            ${loginFaults.map(([value, label]) => html`<option value="${value}">${label}</option>`)}
          </select></label
        >
        <button name="person" value="0">Cancel</button>
      </form>`,
  )

export const refusalPage = (reason: string) => page('Not possible', html`<p>${reason}</p>`)

function page(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} – simulated Telegram</title>
      <style>
        ${raw(style)}
      </style>
      <p class="note">
        <b>This is a simulated Telegram.</b> It runs on this machine for tests and the demo. Nothing
        you type here is sent to Telegram.
      </p>
      <h1>${title}</h1>
      ${body}
    </html>`
}
