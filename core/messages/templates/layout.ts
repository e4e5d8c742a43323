import { palette } from '#core/shared/palette.ts'
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import { render, toPlainText } from '@react-email/render'
import { createElement, type CSSProperties, type ReactElement } from 'react'

export type Row = { label: string; value: string; href?: string }

export type Group = { heading: string | null; rows: readonly Row[] }

export type MainButton = { label: string; href: string; ifItFails: string }

export type Page = {
  language: string
  title: string
  text: string
  /** one per session */
  groups: readonly Group[]
  /** null: the groups carry the links */
  button: MainButton | null
  notes: readonly string[]
  footer: readonly string[]
}

const font = "Onest, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

const { light, dark: night } = palette

const dark = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    body, body > table, body > table > tbody > tr > td { background-color: ${night.paper} !important; }
    .raised { background-color: ${night.raised} !important; border-color: ${night.line} !important; }
    .ink { color: ${night.ink} !important; }
    .muted { color: ${night.muted} !important; }
    .line { border-color: ${night.line} !important; }
    .accent { background-color: ${night.accent} !important; color: ${night.accentInk} !important; }
    .link { color: ${night.accent} !important; }
  }`

const wraps: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }
const body: CSSProperties = {
  margin: 0,
  color: light.ink,
  fontSize: '16px',
  lineHeight: '24px',
  ...wraps,
}
const small: CSSProperties = { ...body, color: light.muted, fontSize: '14px', lineHeight: '20px' }

const skippedInText = { 'data-skip-in-text': 'true' }

/** Text that people broke into lines themselves keeps them. */
function linesOf(text: string) {
  return text.includes('\n')
    ? text
        .split('\n')
        .flatMap((line, at) => (at === 0 ? [line] : [createElement('br', { key: at }), line]))
    : text
}

function rowOf({ label, value, href }: Row): ReactElement {
  const content =
    href === undefined
      ? linesOf(value)
      : createElement(Link, { href, className: 'link', style: { color: light.accent } }, value)
  return createElement(
    Text,
    { key: label, className: 'ink', style: { ...body, marginBottom: '12px' } },
    createElement(
      'span',
      { className: 'muted', style: { color: light.muted, fontSize: '14px' } },
      label,
    ),
    createElement('br'),
    content,
  )
}

function groupOf({ heading, rows }: Group, at: number): ReactElement {
  return createElement(
    Section,
    {
      key: at,
      className: 'line',
      style: { borderTop: `1px solid ${light.line}`, padding: '16px 0 4px' },
    },
    heading === null
      ? null
      : createElement(
          Heading,
          { as: 'h2', className: 'ink', style: { ...body, fontWeight: 600, marginBottom: '12px' } },
          heading,
        ),
    ...rows.map(rowOf),
  )
}

function buttonOf({ label, href }: MainButton): ReactElement {
  return createElement(
    Button,
    {
      href,
      className: 'accent',
      style: {
        backgroundColor: light.accent,
        color: light.accentInk,
        borderRadius: '8px',
        padding: '13px 20px',
        fontSize: '16px',
        fontWeight: 600,
        marginTop: '4px',
      },
    },
    label,
  )
}

function addressOf({ href, ifItFails }: MainButton): ReactElement {
  return createElement(
    Text,
    // In the text version the address already stands beside the button's words.
    { className: 'muted', style: { ...small, marginTop: '16px' }, ...skippedInText },
    ifItFails,
    createElement('br'),
    createElement(Link, { href, className: 'link', style: { color: light.accent } }, href),
  )
}

function cardOf(page: Page): ReactElement {
  return createElement(
    Section,
    {
      className: 'raised',
      style: {
        backgroundColor: light.raised,
        border: `1px solid ${light.line}`,
        borderRadius: '12px',
        padding: '24px',
      },
    },
    createElement(
      Heading,
      {
        as: 'h1',
        className: 'ink',
        style: {
          ...body,
          fontSize: '22px',
          lineHeight: '30px',
          fontWeight: 600,
          marginBottom: '8px',
        },
      },
      page.title,
    ),
    createElement(Text, { className: 'ink', style: { ...body, marginBottom: '20px' } }, page.text),
    ...page.groups.map(groupOf),
    page.button && buttonOf(page.button),
    ...page.notes.map((note) =>
      createElement(
        Text,
        { key: note, className: 'muted', style: { ...small, marginTop: '16px' } },
        note,
      ),
    ),
    page.button && addressOf(page.button),
  )
}

function pageOf(page: Page): ReactElement {
  const preheader = { children: page.text }
  return createElement(
    Html,
    { lang: page.language, dir: 'ltr' },
    createElement(
      Head,
      null,
      createElement('meta', { name: 'color-scheme', content: 'light dark' }),
      createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      createElement('style', null, dark),
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
        cardOf(page),
        ...page.footer.map((line) =>
          createElement(
            Text,
            { key: line, className: 'muted', style: { ...small, padding: '12px 24px 0' } },
            line,
          ),
        ),
      ),
    ),
  )
}

/** The two bodies of a mail: the page and what it says as plain text. */
export async function renderPage(page: Page): Promise<{ html: string; text: string }> {
  const html = await render(pageOf(page))
  const text = toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
    ],
  })
  return { html, text }
}
