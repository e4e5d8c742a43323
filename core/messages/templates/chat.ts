import type { ChatButton, ChatText, TextPart } from '../../integrations/telegram.ts'
import type { Block, Line } from './blocks.ts'
import type { MainButton, Page } from './layout.ts'

/** What is said in a chat, before it is known where our pages are and which message it is. */
export type ChatDraft = {
  runs: readonly Run[]
  buttons: readonly MainButton[]
  /** further pages, which the first one leads to as well */
  links: readonly MainButton[]
}

/** A piece of text: bold, or with a link. */
type Run = { text: string; bold?: true; href?: string }

const mostDots = 20

/** The page of a mail as a chat says it: no pictures, and its buttons below. */
export function draftOf(page: Page): ChatDraft {
  const { sender, title, text, paragraphs = [], places, blocks, notes, smallPrint = [] } = page
  const parts: Run[][] = [
    [
      ...(sender ? [{ text: `${sender.name}\n` }] : []),
      { text: title, bold: true as const },
      ...(text === '' ? [] : [{ text: `\n${text}` }]),
    ],
    ...paragraphs.map((words) => [{ text: words }]),
    ...(places ? [placesRuns(places)] : []),
    ...blocks.map(blockRuns),
    ...notes.map((note) => [{ text: note }]),
    ...(smallPrint.length > 0 ? [[{ text: smallPrint.join(' · ') }]] : []),
  ]
  const main = [page.button, page.secondButton ?? null].filter((button) => button !== null)
  return {
    runs: parts
      .filter((part) => part.length > 0)
      .flatMap((part, at) => (at === 0 ? part : [{ text: '\n\n' }, ...part])),
    buttons: main,
    links: page.links ?? [],
  }
}

function placesRuns({ taken, capacity, caption }: NonNullable<Page['places']>): Run[] {
  const dots =
    capacity > mostDots ? [] : ['●'.repeat(taken) + '○'.repeat(Math.max(0, capacity - taken))]
  const said = [...dots, ...(caption === null ? [] : [caption])]
  return said.length > 0 ? [{ text: said.join('\n') }] : []
}

function blockRuns(block: Block): Run[] {
  if ('rows' in block)
    return inLines(block.rows.map(({ label, value }) => [{ text: `${label}: ${value}` }]))
  const heading: Run[][] =
    block.heading === null ? [] : [[{ text: block.heading, bold: true as const }]]
  if ('tile' in block) return inLines([...heading, ...block.lines.map(lineRuns)])
  return inLines([
    ...heading,
    ...block.lines.map(lineRuns),
    ...block.dates.map((lines) => [
      { text: '• ' },
      ...lines.flatMap((line, at) =>
        at === 0 ? lineRuns(line) : [{ text: '\n   ' }, ...lineRuns(line)],
      ),
    ]),
    ...block.end.map(lineRuns),
  ])
}

const inLines = (lines: readonly Run[][]): Run[] =>
  lines.flatMap((line, at) => (at === 0 ? line : [{ text: '\n' }, ...line]))

const lineRuns = ({ text, href, more }: Line): Run[] => [
  { text, ...(href !== undefined && { href }) },
  ...(more ? [{ text: ' · ' }, { text: more.label, href: more.href }] : []),
]

// Telegram takes 4096; what follows the text needs some.
const longestText = 3600

type Told = {
  messageId: string
  /** said first; '' for nothing */
  note: string
  /** without buttons and links, where Telegram has refused them */
  isPlain: boolean
}

/**
 * The text with the places of its parts, and its buttons. Addresses that Telegram cannot open, such as those of this machine,
 * are written out.
 */
export function chatText(
  { runs, buttons, links }: ChatDraft,
  { messageId, note, isPlain }: Told,
): ChatText {
  let text = note === '' ? '' : `${note}\n\n`
  const parts: TextPart[] = []
  for (const { text: piece, bold, href } of runs) {
    if (text.length + piece.length > longestText) {
      text = `${text.trimEnd()}\n…`
      break
    }
    const offset = text.length
    text += piece
    const length = piece.length
    if (length === 0 || isPlain) continue
    if (bold) parts.push({ type: 'bold', offset, length })
    else if (href !== undefined && href !== piece && isPublic(href))
      parts.push({ type: 'text_link', offset, length, url: href })
    else if (href !== undefined && href !== piece && /^https?:/.test(href)) text += `: ${href}`
  }
  const press = (button: MainButton): ChatButton[] => {
    if (isPlain) return []
    if (button.act) return [{ text: button.label, data: `${button.act} ${messageId}` }]
    return isPublic(button.href) ? [{ text: button.label, url: button.href }] : []
  }
  const written = buttons
    .filter((button) => press(button).length === 0)
    .map(({ label, href }) => `${label}: ${href}`)
  return {
    text: [text, ...(written.length > 0 ? [written.join('\n')] : [])].join('\n\n'),
    parts,
    buttons: [buttons.flatMap(press), links.flatMap(press)].filter((row) => row.length > 0),
  }
}

/** Whether Telegram makes a link or a button of it. */
function isPublic(href: string): boolean {
  if (!URL.canParse(href)) return false
  const { protocol, hostname } = new URL(href)
  return (
    (protocol === 'https:' || protocol === 'http:') &&
    hostname.includes('.') &&
    !hostname.endsWith('.localhost') &&
    !hostname.startsWith('127.')
  )
}
