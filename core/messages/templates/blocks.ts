import { palette } from '#core/shared/palette.ts'
import { createElement, type ReactElement } from 'react'
import { body, drawn, linesOf, link, paragraph, small, table } from './elements.ts'
import type { Look } from './look.ts'

export type Row = { label: string; value: string; href?: string }

/** A leaf of a calendar. */
export type Tile = { month: string; day: string; isOver: boolean }

export type Line = { text: string; href?: string; more?: { label: string; href: string } }

type Places = { taken: number; capacity: number }

/** What a mail is about: a date, a bundle with its dates, or facts with their names. */
export type Block =
  | { tile: Tile; heading: string; lines: readonly Line[] }
  | {
      /** null: the lines say it all */
      heading: string | null
      lines: readonly Line[]
      dates: readonly (readonly Line[])[]
      end: readonly Line[]
    }
  | { rows: readonly Row[] }

const { light } = palette

const heading = (text: string) =>
  createElement(
    'h2',
    {
      className: 'ink',
      style: { ...body, fontSize: '18px', lineHeight: '26px', fontWeight: 600 },
    },
    text,
  )

export function blockOf(block: Block, look: Look): ReactElement {
  const content =
    'rows' in block
      ? block.rows.map((row) => rowOf(row, look))
      : 'tile' in block
        ? dated(block, look)
        : bundleOf(block, look)
  return table([[{ className: 'line', style: blockStyle, children: content }]], { width: '100%' })
}

const blockStyle = { borderTop: `1px solid ${light.line}`, padding: '20px 0' }

function dated(block: Extract<Block, { tile: Tile }>, look: Look): ReactElement {
  return table([
    [
      { style: { verticalAlign: 'top', paddingRight: '16px' }, children: tileOf(block.tile, look) },
      {
        style: { verticalAlign: 'top' },
        children: [
          createElement('div', { key: 'heading' }, heading(block.heading)),
          ...block.lines.map((line, at) => lineOf(line, look, at)),
        ],
      },
    ],
  ])
}

function tileOf({ month, day, isOver }: Tile, { light: { accent, ink } }: Look): ReactElement {
  const edge = `1px solid ${light.line}`
  return createElement(
    'div',
    drawn,
    table(
      [
        [
          {
            className: isOver ? 'over' : 'accent',
            style: {
              width: '56px',
              backgroundColor: isOver ? light.line : accent,
              color: isOver ? light.muted : ink,
              borderRadius: '7px 7px 0 0',
              textAlign: 'center',
              fontSize: '12px',
              lineHeight: '20px',
              fontWeight: 700,
              letterSpacing: '0.04em',
            },
            children: month,
          },
        ],
        [
          {
            className: isOver ? 'muted' : 'ink',
            style: {
              width: '56px',
              color: isOver ? light.muted : light.ink,
              textAlign: 'center',
              fontSize: '24px',
              lineHeight: '36px',
              fontWeight: 700,
              ...(isOver && { textDecoration: 'line-through' }),
            },
            children: day,
          },
        ],
      ],
      { className: 'line', style: { border: edge, borderRadius: '8px' } },
    ),
  )
}

type Bundle = Extract<Block, { dates: unknown }>

function bundleOf(block: Bundle, look: Look): ReactElement[] {
  return [
    ...(block.heading === null
      ? []
      : [createElement('div', { key: 'heading' }, heading(block.heading))]),
    ...block.lines.map((line, at) => lineOf(line, look, at)),
    ...(block.dates.length === 0 ? [] : [datesOf(block.dates, look)]),
    ...block.end.map((line, at) => lineOf(line, look, `end ${at}`)),
  ]
}

function datesOf(dates: Bundle['dates'], look: Look): ReactElement {
  const rows = dates.map((lines, row) => [
    {
      className: 'line',
      style: {
        borderTop: row === 0 ? 'none' : `1px solid ${light.line}`,
        padding: '8px 0',
      },
      children: lines.map((line, at) => lineOf(line, look, at)),
    },
  ])
  return createElement(
    'div',
    { key: 'dates', style: { padding: '8px 0' } },
    table(rows, { width: '100%' }),
  )
}

function lineOf({ text, href, more }: Line, look: Look, key: number | string): ReactElement {
  const { accent } = look.light
  return createElement(
    'div',
    { key: `${key} ${text}`, className: 'ink', style: body },
    href === undefined ? linesOf(text) : link(href, text, { color: accent }),
    ...(more ? [' · ', link(more.href, more.label, { color: accent, whiteSpace: 'nowrap' })] : []),
  )
}

function rowOf({ label, value, href }: Row, { light: { accent } }: Look): ReactElement {
  return paragraph(
    label,
    { ...body, paddingBottom: '8px' },
    createElement(
      'span',
      { className: 'muted', style: { color: light.muted, fontSize: '14px' } },
      label,
    ),
    createElement('br'),
    href === undefined ? linesOf(value) : link(href, value, { color: accent }),
  )
}

const mostDots = 20
const dotsInRow = 10

/** The product's drawing of a session's places: filled is taken, a ring is open; a bar where dots could not be counted. */
export function placesOf(
  { taken, capacity, caption }: Places & { caption: string | null },
  look: Look,
): ReactElement {
  const { accent } = look.light
  const drawing =
    capacity > mostDots ? bar(taken / capacity, accent) : dots({ taken, capacity }, accent)
  return createElement(
    'div',
    { style: { paddingBottom: '20px' } },
    createElement('div', drawn, drawing),
    caption === null ? null : paragraph('caption', { ...small, paddingTop: '4px' }, caption),
  )
}

function dots({ taken, capacity }: Places, accent: string): ReactElement {
  const all = Array.from({ length: capacity }, (_, place) => ({
    style: { padding: '0 6px 6px 0' },
    children: dot(place < taken, accent, 16),
  }))
  const rows = Array.from({ length: Math.ceil(capacity / dotsInRow) }, (_, row) =>
    all.slice(row * dotsInRow, (row + 1) * dotsInRow),
  )
  return table(rows)
}

/** A cell of its own, because some mail programs give sizes and borders to nothing else. */
export function dot(isTaken: boolean, accent: string, size: number): ReactElement {
  const inside = `${size - 4}px`
  return table([
    [
      {
        className: isTaken ? 'accent edge' : 'edge',
        style: {
          // Browsers count the border into the height of a cell, but not into its width.
          boxSizing: 'border-box',
          width: `${size}px`,
          height: `${size}px`,
          fontSize: '1px',
          lineHeight: inside,
          border: `2px solid ${accent}`,
          borderRadius: '50%',
          ...(isTaken && { backgroundColor: accent }),
        },
      },
    ],
  ])
}

function bar(share: number, accent: string): ReactElement {
  const full = Math.round(Math.min(1, share) * 100)
  const cell = (width: number) => ({
    style: { width: `${width}%`, height: '12px', fontSize: '1px', lineHeight: '12px' },
  })
  return table(
    [
      [
        ...(full > 0
          ? [
              {
                className: 'accent',
                style: { ...cell(full).style, backgroundColor: accent, borderRadius: '6px' },
              },
            ]
          : []),
        ...(full < 100 ? [cell(100 - full)] : []),
      ],
    ],
    {
      width: '100%',
      className: 'edge',
      style: { border: `2px solid ${accent}`, borderRadius: '8px' },
    },
  )
}
