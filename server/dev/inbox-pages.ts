import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { decodeWords } from 'postal-mime'
import { palette } from '#core/shared/palette.ts'
import type { InboxMessage } from './inbox.ts'

const style = `
:root { color-scheme: light dark; --line: light-dark(${palette.light.line}, ${palette.dark.line}); --muted: light-dark(${palette.light.muted}, ${palette.dark.muted});
  --paper: light-dark(${palette.light.paper}, ${palette.dark.paper}); --accent: light-dark(${palette.light.accent}, ${palette.dark.accent}) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 56rem; padding: 24px 16px; background: var(--paper);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--accent) } h1 { font-size: 28px; margin: 0 0 16px } h2 { font-size: 18px; margin: 24px 0 8px }
header { display: flex; justify-content: space-between; align-items: center; gap: 16px }
button { font: inherit; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 8px;
  background: none; color: inherit; cursor: pointer }
ul { list-style: none; margin: 0; padding: 0 } li { border-top: 1px solid var(--line) }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 0; color: inherit; text-decoration: none }
li a:hover b { color: var(--accent) } small, dt { color: var(--muted) }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 } dd { margin: 0 }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 12px; background: #fff }
pre { white-space: pre-wrap; padding: 16px; border: 1px solid var(--line); border-radius: 12px; font-size: 14px }`

/** The pages of the inbox, and what tests ask: /api/messages?to=…, POST /api/clear. */
export function inboxPages(inbox: {
  messages: () => readonly InboxMessage[]
  clear: () => Promise<void>
  links: readonly { name: string; url: string }[]
}): Hono {
  const app = new Hono()
  // Another site can point its hostname at this machine, but its page cannot change the Host header.
  app.use(async (c, next) =>
    ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(c.req.url).hostname)
      ? next()
      : c.text('The inbox can only be opened on this machine.', 403),
  )
  const find = (id: string) => inbox.messages().find((message) => message.id === id)

  app.get('/', (c) => c.html(page('Inbox', list(inbox.messages(), inbox.links))))

  app.get('/m/:id', (c) => {
    const message = find(c.req.param('id'))
    return message ? c.html(page(message.subject, detail(message))) : c.notFound()
  })

  app.get('/m/:id/html', (c) => {
    const message = find(c.req.param('id'))
    if (!message) return c.notFound()
    // As in a mail program: nothing runs, links open in a new window.
    c.header('Content-Security-Policy', mailPolicy)
    return c.html(`<base target="_blank">${message.html}`)
  })

  app.get('/m/:id/attachments/:number', (c) => {
    const attachment = find(c.req.param('id'))?.attachments[Number(c.req.param('number'))]
    if (!attachment) return c.notFound()
    const isText = attachment.contentType.startsWith('text/')
    const name = encodeURIComponent(attachment.filename)
    c.header('Content-Type', attachment.contentType + (isText ? '; charset=utf-8' : ''))
    c.header('Content-Disposition', `attachment; filename*=UTF-8''${name}`)
    return c.body(new Uint8Array(Buffer.from(attachment.content, isText ? 'utf8' : 'base64')))
  })

  app.get('/api/messages', (c) => {
    const to = c.req.query('to')?.toLowerCase()
    const wanted = (message: InboxMessage) =>
      message.to.some((address) => address.toLowerCase() === to)
    return c.json(to === undefined ? inbox.messages() : inbox.messages().filter(wanted))
  })

  app.post('/api/clear', async (c) => {
    await inbox.clear()
    return c.redirect('/', 303)
  })

  return app
}

const mailPolicy =
  "default-src 'none'; img-src * data:; style-src 'unsafe-inline' *; font-src *; sandbox allow-popups allow-popups-to-escape-sandbox"

type Html = ReturnType<typeof html>

function page(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <style>
        ${raw(style)}
      </style>
      ${body}
    </html>`
}

function time(message: InboxMessage): string {
  return message.receivedAt.toISOString().slice(0, 19).replace('T', ' ') + ' UTC'
}

function list(
  messages: readonly InboxMessage[],
  links: readonly { name: string; url: string }[],
): Html {
  return html`<header>
      <h1>Inbox</h1>
      <form method="post" action="/api/clear"><button>Delete all</button></form>
    </header>
    <p><small>Every mail lands here; none leaves this machine.</small></p>
    ${links.map(({ name, url }) => html`<p><a href="${url}">${name}</a></p>`)}
    ${messages.length === 0 ? html`<p>No emails yet. Reload after something was sent.</p>` : ''}
    <ul>
      ${messages.map(
        (message) =>
          html`<li>
            <a href="/m/${message.id}">
              <b>${message.subject}</b><small>${time(message)}</small
              ><span>${message.to.join(', ')}</span>
            </a>
          </li>`,
      )}
    </ul>`
}

function detail(message: InboxMessage): Html {
  const base = `/m/${message.id}`
  return html`<p><a href="/">All mail</a></p>
    <h1>${message.subject}</h1>
    <dl>
      <dt>To</dt>
      <dd>${message.to.join(', ')}</dd>
      <dt>From</dt>
      <dd>${decodeWords(message.headers['from'] ?? message.from)}</dd>
      <dt>Reply to</dt>
      <dd>${decodeWords(message.headers['reply-to'] ?? '—')}</dd>
      <dt>Time</dt>
      <dd>${time(message)}</dd>
    </dl>
    ${message.attachments.map(
      (attachment, number) =>
        html`<p>
          <a href="${base}/attachments/${number}">${attachment.filename}</a>
          <small>${attachment.contentType}</small>
        </p>`,
    )}
    ${
      message.html
        ? html`<h2>HTML</h2>
            <iframe
              src="${base}/html"
              title="${message.subject}"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            ></iframe>`
        : ''
    }
    <h2>Text</h2>
    <pre>${linked(message.text)}</pre>`
}

function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank">${part}</a>` : html`${part}`,
    )
}
