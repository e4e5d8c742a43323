import { transform } from 'lightningcss'
import { type Block, readBlocks, splitAtCommas, writeBlocks } from './css-blocks.ts'

// Of the document, of the library of the toasts, and those whose level is chosen while running.
const everywhere = 'html body h1 h2 h3 h4 h5 h6 section ol li button svg img'.split(' ')
const commentLines = /^\s*(?:\/\/|\/?\*).*$/gm
const element = /<([a-z][a-z0-9]*)\b|(?<=['"])([a-z][a-z0-9]*)(?=['"])/g

/**
 * The part of the whole sheet that a page of these source texts can use. Left out are rules for classes, elements and data
 * attributes that no text names, and variables and animations that nothing reads. A variable that has only one value is
 * replaced by it.
 */
export function stylesOfPage(sheet: string, sources: readonly string[]): string {
  const text = sources.join('\n').replaceAll(commentLines, '')
  const words = new Set(text.split(/[\s"'`]+/))
  const named = [...text.matchAll(element)].map(([, tag, word]) => tag ?? word)
  const elements = new Set([...everywhere, ...named])
  const isKnown = (part: string) => {
    if (part.startsWith('.')) return words.has(part.slice(1))
    const [, attribute] = /^\[(data-(?!sonner)[\w-]+)/.exec(part) ?? []
    return part.startsWith('[') ? !attribute || text.includes(attribute) : elements.has(part)
  }
  const isNeeded = (selector: string) => isOfInput(selector, text) && canMatch(selector, isKnown)
  const chosen = chosenOf(readBlocks(sheet), isNeeded)
  const isWritten = (name: string) => text.includes(name)
  return minified(
    withoutUnread(withConstants(readBlocks(minified(writeBlocks(chosen))), isWritten), isWritten),
  )
}

// The minifier writes a prefixed declaration again for every one that it reads.
const minified = (css: string) =>
  transform({ filename: 'page.css', code: Buffer.from(css), minify: true })
    .code.toString()
    .replaceAll(/(?<=[{;])(-webkit-[^;{}]+;)\1+/g, '$1')

function chosenOf(blocks: readonly Block[], isNeeded: Named): Block[] {
  const chosen: Block[] = []
  for (const block of blocks) {
    const { head, inside } = block
    if (inside === null || /^@(?:property|font-face|keyframes)/.test(head)) chosen.push(block)
    // Tailwind's substitutes for browsers without @property and without color-mix(): none of them is supported.
    else if (head === '@layer properties') continue
    else if (head.startsWith('@supports') && head.includes('color-mix(')) {
      for (const rule of chosenOf(inside, isNeeded)) {
        withoutSubstitute(chosen, rule)
        chosen.push(rule)
      }
    } else {
      const isRule = head.startsWith('@')
      const left = isRule ? chosenOf(inside, isNeeded) : inside
      const selectors = isRule ? [head] : splitAtCommas(head).filter(isNeeded)
      if (left.length > 0 && selectors.length > 0)
        chosen.push({ head: selectors.join(','), inside: left })
    }
  }
  return chosen
}

/** What was said just before for the same selector, and is said again by this rule. */
function withoutSubstitute(before: Block[], rule: Block): void {
  const last = before.at(-1)
  if (!last?.inside) return
  const again = new Set(rule.inside?.map((one) => declared(one).name))
  const others = splitAtCommas(last.head).filter((selector) => selector !== rule.head)
  const left = last.inside.filter((one) => !again.has(declared(one).name))
  before.pop()
  if (last.head === rule.head && left.length > 0) before.push({ head: last.head, inside: left })
  else if (last.head !== rule.head)
    before.push(left.length > 0 ? last : { head: others.join(','), inside: last.inside })
}

const inputs = {
  date: /^::-webkit-(?:date|calendar)/,
  file: /^::file-selector/,
  number: /^::-webkit-(?:inner|outer)-spin/,
  search: /^::-webkit-search/,
}

function isOfInput(selector: string, text: string): boolean {
  return Object.entries(inputs).every(
    ([type, parts]) => !parts.test(selector) || text.includes(`type="${type}"`),
  )
}

/** Whether there may be an element like this: all it has to be is known, and one of each list in brackets. */
function canMatch(selector: string, isKnown: (part: string) => boolean): boolean {
  const lists: string[] = []
  const plain = withoutBrackets(selector, (before, inside) => {
    if (/:(?:is|where|has)$/.test(before)) lists.push(inside)
  })
  const parts = plain.match(/(?:\.(?:[\w-]|\\.)+)|(?:\[[^\]]*\])|(?:(?<=^|[\s>+~])[a-z][a-z0-9]*)/g)
  return (
    (parts ?? []).every((part) => isKnown(part.replaceAll(/\\(.)/g, '$1'))) &&
    lists.every((list) => splitAtCommas(list).some((one) => canMatch(one, isKnown)))
  )
}

/** The selector without its outermost pairs of round brackets, each of which is handed over. */
function withoutBrackets(
  selector: string,
  found: (before: string, inside: string) => void,
): string {
  let [plain, inside, depth] = ['', '', 0]
  for (const [token] of selector.matchAll(/\\.|[^]/gsu)) {
    if (token === ')' && --depth === 0) {
      found(plain, inside)
      inside = ''
    } else if (depth > 0) inside += token
    else if (token !== '(') plain += token
    if (token === '(') depth += 1
  }
  return plain
}

type Named = (name: string) => boolean

/** Every block, also those inside others. */
function all(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...all(block.inside ?? [])])
}

function declared({ head }: Block): { name: string; value: string } {
  const colon = head.indexOf(':')
  return { name: head.slice(0, colon), value: head.slice(colon + 1) }
}

const isOfTailwind = /^--(?:tw|default)-/

/** Tailwind's theme is set once for the whole page, and many of its own variables are never set. */
function withConstants(blocks: readonly Block[], isWritten: Named): Block[] {
  const set = new Map<string, string[]>()
  for (const { head, inside } of all(blocks))
    if (inside === null && head.startsWith('--')) {
      const { name, value } = declared({ head, inside })
      set.set(name, [...(set.get(name) ?? []), value])
    }
  const constants = new Map<string, string | null>()
  for (const { head, inside } of all(blocks)) {
    if (head === ':root,:host')
      for (const one of inside ?? []) {
        const { name, value } = declared(one)
        if (set.get(name)?.length === 1 && !isWritten(name)) constants.set(name, value)
      }
    for (const [, name = ''] of head.matchAll(/var\((--[\w-]+)/g))
      if (isOfTailwind.test(name) && !set.has(name) && !isWritten(name) && !constants.has(name))
        constants.set(name, null)
    const [, name] = /^@property (--[\w-]+)$/.exec(head) ?? []
    const initial = inside?.map(declared).find((one) => one.name === 'initial-value')
    if (name && initial && !set.has(name) && !isWritten(name)) constants.set(name, initial.value)
  }
  const inlined = (text: string): string => {
    const next = text.replaceAll(
      /var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g,
      (whole, name: string, otherwise?: string) =>
        constants.get(name) ?? (constants.has(name) ? otherwise : undefined) ?? whole,
    )
    return next === text ? text : inlined(next)
  }
  return mapped(blocks, (block) =>
    block.inside === null ? { ...block, head: inlined(block.head) } : block,
  )
}

function mapped(blocks: readonly Block[], change: (block: Block) => Block): Block[] {
  return blocks.map((block) => {
    const { head, inside } = change(block)
    return { head, inside: inside && mapped(inside, change) }
  })
}

/** Until nothing more goes: a variable can be read by one that nobody reads. */
function withoutUnread(blocks: readonly Block[], isWritten: Named): string {
  const css = writeBlocks(blocks)
  const isRead = (name: string) => css.includes(`var(${name}`) || isWritten(`var(${name}`)
  const isPlayed = (name: string) =>
    all(blocks).some(
      ({ head }) =>
        /^(?:-webkit-)?animation/.test(head) &&
        new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(head),
    )
  const left = kept(blocks, ({ head }) => {
    const [, variable] = /^(?:@property )?(--[\w-]+)/.exec(head) ?? []
    const [, frames] = /^@keyframes ([\w-]+)/.exec(head) ?? []
    return variable ? isRead(variable) : !frames || isPlayed(frames)
  })
  const next = writeBlocks(left)
  return next === css ? css : withoutUnread(left, isWritten)
}

function kept(blocks: readonly Block[], isKept: (block: Block) => boolean): Block[] {
  return blocks
    .filter(isKept)
    .map(({ head, inside }) => ({ head, inside: inside && kept(inside, isKept) }))
}
