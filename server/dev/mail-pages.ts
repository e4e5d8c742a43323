import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { MailContent } from '#core/integrations/mailer.ts'
import { findLetter, letters } from '#core/messages/templates/letters.ts'
import type { Deps } from '#core/shared/deps.ts'
import { type Language, languageOf, languages } from '#core/shared/languages.ts'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]
type Shown = { language: Language; theme: Theme }

/** Every kind of email with each of its examples, in all languages and both themes: /_mails. */
export function mailPages(deps: Deps): Hono {
  const app = new Hono().basePath('/_mails')
  const example = async () => 'example'
  const auth = { ...deps.auth, resetToken: example, signInToken: example, contactToken: example }
  const writer = { ...deps, auth }

  app.get('/', async (c) => {
    const kinds = await Promise.all(
      Object.entries(letters).map(async ([kind, { examples }]) => ({
        kind,
        mails: await Promise.all(examples.map((write) => write(writer, 'en'))),
      })),
    )
    return c.html(page('Emails', list(kinds)))
  })

  app.get('/:kind/:nth', async (c) => {
    const shown = readShown(c.req.query())
    const kind = c.req.param('kind')
    const nth = Number(c.req.param('nth'))
    const examples = findLetter(kind)?.examples ?? []
    const mail = await examples[nth]?.(writer, shown.language)
    if (!mail) return c.notFound()
    if (c.req.query('only') === 'html') return c.html(inTheme(mail.html, shown.theme))
    const at = { kind, nth, count: examples.length }
    return c.html(page(mail.subject, detail(mail, at, shown)))
  })

  return app
}

function readShown(query: Record<string, string>): Shown {
  return {
    language: languageOf(query['language']) ?? 'en',
    theme: themes.find((theme) => theme === query['theme']) ?? 'light',
  }
}

/** The theme is chosen here and not by the browser. */
function inTheme(content: string, theme: Theme): string {
  return content.replaceAll('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all')
}

type Html = ReturnType<typeof html>

const style = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 72rem; padding: 16px; font: 16px/1.5 system-ui, sans-serif }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-bottom: 16px } nav b { font-weight: 700 }
iframe { height: 60rem; max-width: 100%; border: 1px solid #8888; border-radius: 8px; background: #fff }
.both { display: flex; flex-wrap: wrap; gap: 16px } pre { white-space: pre-wrap; overflow-wrap: anywhere }`

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

function list(kinds: readonly { kind: string; mails: readonly MailContent[] }[]): Html {
  return html`<h1>Emails</h1>
    ${kinds.map(
      ({ kind, mails }) =>
        html`<h2>${kind}</h2>
          <ol start="0">
            ${mails.map(
              ({ subject }, nth) => html`<li><a href="/_mails/${kind}/${nth}">${subject}</a></li>`,
            )}
          </ol>`,
    )}`
}

function detail(
  mail: MailContent,
  { kind, nth, count }: { kind: string; nth: number; count: number },
  { language, theme }: Shown,
): Html {
  const href = (changed: Partial<Shown & { nth: number }>) =>
    `/_mails/${kind}/${changed.nth ?? nth}?language=${changed.language ?? language}&theme=${changed.theme ?? theme}`
  const choice = (label: string, isChosen: boolean, to: string) =>
    isChosen ? html`<b>${label}</b>` : html`<a href="${to}">${label}</a>`
  return html`<nav>
      <a href="/_mails">All emails</a>
      ${languages.map((one) => choice(one, one === language, href({ language: one })))}
      ${themes.map((one) => choice(one, one === theme, href({ theme: one })))}
      ${nth > 0 ? html`<a href="${href({ nth: nth - 1 })}">Previous</a>` : ''}
      ${nth < count - 1 ? html`<a href="${href({ nth: nth + 1 })}">Next</a>` : ''}
    </nav>
    <h1>${mail.subject}</h1>
    <p>${kind}, example ${nth + 1} of ${count}</p>
    <div class="both">
      ${[390, 700].map(
        (width) =>
          html`<iframe
            src="${href({})}&only=html"
            title="${mail.subject}, ${width} pixels wide"
            style="width: ${width}px"
          ></iframe>`,
      )}
    </div>
    <pre>${mail.text}</pre>`
}
