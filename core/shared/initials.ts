const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function letters(word: string): string[] {
  return [...graphemes.segment(word)]
    .map((part) => part.segment)
    .filter((part) => !/^['’-]$/.test(part))
}

/** Two letters of a name in any script: of the first and the last word, else the first two. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return letters(name.trim())[0] ?? '?'
  if (words.length === 1) return letters(first).slice(0, 2).join('').toUpperCase()
  return `${letters(first)[0]}${letters(last)[0]}`.toUpperCase()
}
