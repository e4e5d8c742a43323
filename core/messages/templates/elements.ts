import { palette } from '#core/shared/palette.ts'
import { Link } from '@react-email/components'
import { createElement, type CSSProperties, type ReactElement, type ReactNode } from 'react'

// Mail programs know little more than tables with inline styles. The classes are for the dark theme: see look.ts.

const { light } = palette

export const body: CSSProperties = {
  margin: 0,
  color: light.ink,
  fontSize: '16px',
  lineHeight: '24px',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
}
export const small: CSSProperties = {
  ...body,
  color: light.muted,
  fontSize: '14px',
  lineHeight: '20px',
}
export const tiny: CSSProperties = { ...small, fontSize: '12px', lineHeight: '18px' }

/** A drawing that the text beside it describes. */
export const drawn = { 'data-skip-in-text': 'true', 'aria-hidden': true } as const

type Cell = { style?: CSSProperties; className?: string; children?: ReactNode }

/** A table that only arranges: rows of cells. */
export function table(
  rows: readonly (readonly Cell[])[],
  { style, ...attributes }: { style?: CSSProperties; className?: string; width?: string } = {},
): ReactElement {
  return createElement(
    'table',
    {
      role: 'presentation',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      ...attributes,
      style: { borderCollapse: 'separate', ...style },
    },
    createElement(
      'tbody',
      null,
      rows.map((cells, row) =>
        createElement(
          'tr',
          { key: row },
          cells.map((cell, at) => createElement('td', { key: at, ...cell })),
        ),
      ),
    ),
  )
}

export function paragraph(
  key: string,
  style: CSSProperties,
  ...content: readonly ReactNode[]
): ReactElement {
  const className = style.color === light.muted ? 'muted' : 'ink'
  return createElement('p', { key, className, style }, ...content)
}

export function link(href: string, label: string, style: CSSProperties): ReactElement {
  return createElement(
    Link,
    { href, className: 'link', style: { textDecoration: 'underline', ...style } },
    label,
  )
}

/** Text that people broke into lines themselves keeps them. */
export function linesOf(text: string): ReactNode {
  return text.includes('\n')
    ? text
        .split('\n')
        .flatMap((line, at) => (at === 0 ? [line] : [createElement('br', { key: at }), line]))
    : text
}
