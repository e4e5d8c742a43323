/** What a message takes: `name` for an argument, `<name>` for a tag; sorted. Throws on bad syntax. */
export function placeholdersOf(message: string): string[] {
  const found = new Set<string>()
  const end = readMessage(message, 0, found)
  if (end < message.length) throw new Error(`a "}" too many at ${end}`)
  for (const tag of message.matchAll(/<([a-zA-Z]\w*)\s*\/?>/g)) found.add(`<${tag[1]}>`)
  return [...found].toSorted()
}

/** Reads up to the closing brace of the surrounding branch, or to the end. */
function readMessage(text: string, start: number, found: Set<string>): number {
  let at = start
  while (at < text.length && text[at] !== '}') {
    if (text[at] === "'") at = afterQuote(text, at)
    else if (text[at] === '{') at = readArgument(text, at + 1, found)
    else at += 1
  }
  return at
}

// An apostrophe quotes only before a brace; two of them are one.
function afterQuote(text: string, at: number): number {
  const next = text[at + 1]
  if (next === "'") return at + 2
  if (next !== '{' && next !== '}') return at + 1
  const end = text.indexOf("'", at + 2)
  return end < 0 ? text.length : end + 1
}

function readArgument(text: string, start: number, found: Set<string>): number {
  const head = /^\s*([\w]+)\s*(?:([},])\s*(?:(plural|selectordinal|select)\s*,)?)/.exec(
    text.slice(start),
  )
  if (!head) throw new Error(`no argument after "{" at ${start}`)
  const [whole, name = '', closing, branching] = head
  found.add(name)
  const at = start + whole.length
  if (closing === '}') return at
  if (branching) return readBranches(text, at, found)
  const end = text.indexOf('}', at)
  if (end < 0) throw new Error(`"{${name}" is never closed`)
  return end + 1
}

function readBranches(text: string, start: number, found: Set<string>): number {
  let at = start
  for (;;) {
    const branch = /^\s*(?:offset:\d+\s*)?(?:=?\w+)\s*\{/.exec(text.slice(at))
    if (!branch) break
    at = readMessage(text, at + branch[0].length, found)
    if (text[at] !== '}') throw new Error('a branch is never closed')
    at += 1
  }
  const close = /^\s*\}/.exec(text.slice(at))
  if (!close) throw new Error(`a branch is expected at ${at}`)
  return at + close[0].length
}
