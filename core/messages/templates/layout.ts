import { initialsOf } from '#core/shared/initials.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { palette } from '#core/shared/palette.ts'
import { Body, Button, Container, Head, Html, Preview } from '@react-email/components'
import { render, toPlainText } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import { type Block, blockOf, dot, placesOf } from './blocks.ts'
import { type ChatDraft, draftOf } from './chat.ts'
import { body, drawn, link, paragraph, small, table, tiny } from './elements.ts'
import { darkStyle, type Look, lookOf } from './look.ts'

/** Whom a mail is from, as its head shows it. */
export type Sender = {
  name: string
  /** '#rrggbb' as chosen; null: the product's own */
  accent: string | null
  /** null: initials are shown instead */
  picture: string | null
}

/** `act`: in a chat, the button does it at once, and no page asks again. */
export type MainButton = { label: string; href: string; act?: 'yes' | 'no' }

export type Page = {
  language: Language
  /** null: the operator */
  sender: Sender | null
  operator: string
  /** the address of the operator's logo, where the mail is from the operator */
  logo?: string | null
  title: string
  text: string
  /** further ones, in the words of the sender */
  paragraphs?: readonly string[]
  /** drawn under the text; no caption where the text says it */
  places?: { taken: number; capacity: number; caption: string | null } | null
  /** one per session or bundle */
  blocks: readonly Block[]
  /** null: the blocks carry the links */
  button: MainButton | null
  /** a second choice beside the button */
  secondButton?: MainButton | null
  links?: readonly MainButton[]
  notes: readonly string[]
  smallPrint?: readonly string[]
  footer: readonly string[]
  /** behind the footer: where the reader chooses what comes; a chat has no room for it */
  choose?: MainButton | null
}

const font = "Onest, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

const { light } = palette

function headOf({ sender, operator, logo = null }: Page, look: Look): ReactElement {
  const mark = sender
    ? pictureOf(sender, look)
    : logo === null
      ? wordmark(look)
      : createElement('img', {
          src: logo,
          alt: '',
          height: 40,
          style: { display: 'block', border: 0, height: '40px', maxWidth: '160px' },
        })
  const name = sender?.name || operator
  return table([
    [
      { style: { paddingRight: '12px' }, children: createElement('div', drawn, mark) },
      {
        children: paragraph('name', { ...body, fontWeight: 600 }, name),
      },
    ],
  ])
}

const faceSize = '48px'

/** The picture or, without one and where pictures are not loaded, the initials in the vendor's colour. */
function pictureOf({ name, picture }: Sender, { light: { accent, ink } }: Look): ReactElement {
  const initials = initialsOf(name)
  return table([
    [
      {
        className: 'accent',
        style: {
          width: faceSize,
          height: faceSize,
          backgroundColor: accent,
          color: ink,
          borderRadius: '50%',
          textAlign: 'center',
          fontSize: '18px',
          lineHeight: faceSize,
          fontWeight: 600,
          overflow: 'hidden',
        },
        children:
          picture === null
            ? initials
            : createElement('img', {
                src: picture,
                alt: initials,
                width: 48,
                height: 48,
                style: { display: 'block', borderRadius: '50%', border: 0, lineHeight: faceSize },
              }),
      },
    ],
  ])
}

function wordmark({ light: { accent } }: Look): ReactElement {
  const style = { paddingRight: '4px' }
  return table([
    [true, true, false].map((isTaken) => ({ style, children: dot(isTaken, accent, 14) })),
  ])
}

function buttonsOf({ button, secondButton }: Page, look: Look): ReactElement | null {
  if (!button) return null
  const { accent, ink } = look.light
  const shape = {
    borderRadius: '8px',
    padding: '13px 22px',
    fontSize: '16px',
    lineHeight: '22px',
    fontWeight: 600,
    margin: '4px 12px 4px 0',
  }
  // Each in a block of its own: in the text version, on a line of its own.
  const beside = { style: { display: 'inline-block' } }
  return createElement(
    'div',
    { key: 'buttons', style: { paddingTop: '4px' } },
    createElement(
      'div',
      beside,
      createElement(
        Button,
        {
          href: button.href,
          className: 'accent edge',
          style: { ...shape, backgroundColor: accent, color: ink, border: `1px solid ${accent}` },
        },
        button.label,
      ),
    ),
    secondButton &&
      createElement(
        'div',
        beside,
        createElement(
          Button,
          {
            href: secondButton.href,
            className: 'ink line',
            style: { ...shape, color: light.ink, border: `1px solid ${light.line}` },
          },
          secondButton.label,
        ),
      ),
  )
}

function linksOf({ links = [] }: Page, look: Look): ReactElement | null {
  if (links.length === 0) return null
  return paragraph(
    'links',
    { ...body, paddingTop: '8px' },
    ...links.flatMap(({ href, label }, at) => [
      at === 0 ? '' : ' · ',
      link(href, label, {
        color: look.light.accent,
        display: 'inline-block',
        padding: '8px 0',
      }),
    ]),
  )
}

function contentOf(page: Page, look: Look): ReactElement {
  return createElement(
    'div',
    null,
    createElement(
      'h1',
      {
        className: 'ink',
        style: { ...body, fontSize: '28px', lineHeight: '34px', fontWeight: 700 },
      },
      page.title,
    ),
    paragraph('text', { ...body, padding: '8px 0 20px' }, page.text),
    ...(page.paragraphs ?? []).map((words, at) =>
      paragraph(`words ${at}`, { ...body, paddingBottom: '16px' }, words),
    ),
    page.places ? placesOf(page.places, look) : null,
    ...page.blocks.map((block, at) =>
      createElement('div', { key: `block ${at}` }, blockOf(block, look)),
    ),
    buttonsOf(page, look),
    linksOf(page, look),
    ...page.notes.map((note) => paragraph(note, { ...small, paddingTop: '16px' }, note)),
    (page.smallPrint ?? []).length > 0
      ? paragraph('print', { ...tiny, paddingTop: '16px' }, (page.smallPrint ?? []).join(' · '))
      : null,
  )
}

function cardOf(page: Page, look: Look): ReactElement {
  return table(
    [
      [
        {
          className: 'edge',
          style: { padding: '16px 24px', borderBottom: `3px solid ${look.light.accent}` },
          children: headOf(page, look),
        },
      ],
      [{ style: { padding: '28px 24px 24px' }, children: contentOf(page, look) }],
    ],
    {
      className: 'raised',
      width: '100%',
      style: {
        backgroundColor: light.raised,
        border: `1px solid ${light.line}`,
        borderRadius: '12px',
      },
    },
  )
}

function footerOf({ footer, choose = null }: Page): ReactElement | null {
  if (footer.length === 0 && !choose) return null
  return paragraph(
    'footer',
    { ...tiny, padding: '12px 24px 0' },
    footer.join(' '),
    ...(choose
      ? [footer.length > 0 ? ' ' : '', link(choose.href, choose.label, { color: light.muted })]
      : []),
  )
}

function pageOf(page: Page): ReactElement {
  const look = lookOf(page.sender?.accent ?? null)
  const preheader = { children: page.text }
  return createElement(
    Html,
    { lang: page.language, dir: 'ltr' },
    createElement(
      Head,
      null,
      createElement('meta', { name: 'color-scheme', content: 'light dark' }),
      createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      createElement('style', null, darkStyle(look)),
    ),
    createElement(Preview, preheader),
    createElement(
      Body,
      {
        style: { backgroundColor: light.paper, margin: 0, padding: '24px 12px', fontFamily: font },
      },
      createElement(
        Container,
        { style: { maxWidth: '560px' } },
        cardOf(page, look),
        footerOf(page),
      ),
    ),
  )
}

/** The two bodies of a mail, the page and what it says as plain text; and what is said in a chat. */
export async function renderPage(
  page: Page,
): Promise<{ html: string; text: string; chat: ChatDraft }> {
  const html = await render(pageOf(page))
  const text = toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
    ],
  })
  return { html, text, chat: draftOf(page) }
}

/** The address of the operator's logo, as a mail names it. */
export function logoOf({ settings, origin }: Pick<Deps, 'settings' | 'origin'>): string | null {
  return settings.operatorLogo && `${origin}${settings.operatorLogo.path}`
}
