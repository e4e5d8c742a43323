/** One rule of a sheet: what stands before its braces, and what stands between them. A statement has no braces. */
export type Block = { head: string; inside: Block[] | null }

/** The rules of minified CSS. A declaration is a statement: its head is the text. */
export function readBlocks(css: string): Block[] {
  const top: Block[] = []
  const open: Block[][] = [top]
  let text = ''
  let brackets = 0
  const end = () => {
    if (text.trim() !== '') open.at(-1)?.push({ head: text.trim(), inside: null })
    text = ''
  }
  for (const [token] of css.matchAll(/\\.|"(?:\\.|[^"\\])*"|\/\*.*?\*\/|[^]/gsu)) {
    if (token === '(' || token === '[') brackets += 1
    if (token === ')' || token === ']') brackets -= 1
    if (token.startsWith('/*')) top.push({ head: token, inside: null })
    else if (brackets > 0) text += token
    else if (token === ';') end()
    else if (token === '{') {
      const block = { head: text.trim(), inside: [] }
      open.at(-1)?.push(block)
      open.push(block.inside)
      text = ''
    } else if (token === '}') {
      end()
      open.pop()
    } else text += token
  }
  end()
  return top
}

export function writeBlocks(blocks: readonly Block[]): string {
  return blocks
    .map(({ head, inside }) => {
      if (inside) return `${head}{${writeBlocks(inside)}}`
      return head.startsWith('/*') ? head : `${head};`
    })
    .join('')
}

/** The parts of a text that stands between commas, but not of those in brackets. */
export function splitAtCommas(text: string): string[] {
  const parts = ['']
  let brackets = 0
  for (const [token] of text.matchAll(/\\.|"(?:\\.|[^"\\])*"|[^]/gsu)) {
    if (token === '(' || token === '[') brackets += 1
    if (token === ')' || token === ']') brackets -= 1
    if (token === ',' && brackets === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}
