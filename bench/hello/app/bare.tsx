import { createElement, Fragment, type ReactNode } from 'react'

/** An element of a page as it was read, or its text. */
export type Piece = string | { tag: string; attributes: Record<string, string>; inside: Piece[] }

declare global {
  // Set by bench/hello-web.ts before this page is asked for.
  var benchPage: readonly Piece[] | undefined
}

/** The markup of another page, drawn from elements alone: no data, no texts, no formats. */
export default function Bare() {
  return <>{(globalThis.benchPage ?? []).map(drawn)}</>
}

function drawn(piece: Piece, place: number): ReactNode {
  if (typeof piece === 'string') return <Fragment key={place}>{piece}</Fragment>
  const { tag, attributes, inside } = piece
  if (tag === 'style') {
    const __html = inside.filter((one) => typeof one === 'string').join('')
    return <style key={place} dangerouslySetInnerHTML={{ __html }} />
  }
  return createElement(tag, { key: place, ...attributes }, ...inside.map(drawn))
}
