/** A piece of a line: words, or a link. */
export type Piece = { text: string; to?: string }

export type LegalBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'list'; items: Piece[][] }

/** What an operator's file says. `title`: its first heading of the first level; null: it has none. */
type LegalRead = { title: string | null; blocks: LegalBlock[] }

type Part = { kind: 'heading' | 'paragraph' | 'item'; text: string }

/**
 * Reads the little Markdown that legal texts need: headings, lists, paragraphs and links. Everything else, such as HTML, is
 * words.
 */
export function readLegalText(text: string): LegalRead {
  const lines = text.split('\n').map((line) => line.replace('\uFEFF', '').trim())
  const parts: Part[] = []
  let isOpen = false
  let title: string | null = null
  for (const line of lines) {
    const heading = /^#{1,6} (.*)$/.exec(line)?.[1]
    const item = /^(?:[-*+]|\d{1,3}[.)]) (.*)$/.exec(line)?.[1]
    const last = parts.at(-1)
    if (heading !== undefined && parts.length === 0 && title === null && line.startsWith('# '))
      title = heading
    else if (heading !== undefined) parts.push({ kind: 'heading', text: heading })
    else if (item !== undefined) parts.push({ kind: 'item', text: item })
    else if (line !== '' && isOpen && last) last.text += `\n${line}`
    else if (line !== '') parts.push({ kind: 'paragraph', text: line })
    isOpen = line !== '' && heading === undefined
  }
  return { title, blocks: blocksOf(parts) }
}

function blocksOf(parts: readonly Part[]): LegalBlock[] {
  const blocks: LegalBlock[] = []
  for (const { kind, text } of parts) {
    const last = blocks.at(-1)
    if (kind === 'heading') blocks.push({ kind, text })
    else if (kind === 'paragraph') blocks.push({ kind, pieces: piecesOf(text) })
    else if (last?.kind === 'list') last.items.push(piecesOf(text))
    else blocks.push({ kind: 'list', items: [piecesOf(text)] })
  }
  return blocks
}

const allowed = ['https://', 'http://', 'mailto:', '/']

/** `[words](address)` and bare addresses become links, if they lead somewhere harmless. */
function piecesOf(text: string): Piece[] {
  // Words and addresses by turns: a link is one part.
  const parts = text.split(/(\[[^\][\n]{1,200}\]\([^\s()]{1,500}\)|https?:\/\/[^\s<>()]{1,500})/)
  return parts.filter((part) => part !== '').flatMap(linkOf)
}

function linkOf(part: string): Piece[] {
  const [, words, address] = /^\[([^\]]+)\]\((.+)\)$/.exec(part) ?? []
  if (words !== undefined && address !== undefined) {
    const isAllowed =
      allowed.some((start) => address.startsWith(start)) && !address.startsWith('//')
    return [isAllowed ? { text: words, to: address } : { text: part }]
  }
  if (!/^https?:\/\//.test(part)) return [{ text: part }]
  // The full stop after an address belongs to its sentence.
  const end = /[.,;:!?]$/.exec(part)?.[0] ?? ''
  const to = part.slice(0, part.length - end.length)
  return [{ text: to, to }, ...(end === '' ? [] : [{ text: end }])]
}
