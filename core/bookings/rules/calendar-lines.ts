/** Google takes 8 kB of a description, with its markup and our link. */
const mostBytes = 7000

const mostNames = 50

export type ComesWords = { waiting: string; more: (count: number) => string }

/** Who comes to a session, in lines for the vendor's own calendar. */
export function peopleLines(
  people: readonly { name: string; spots: number; waiting: boolean }[],
  words: ComesWords,
): string[] {
  const lines: string[] = []
  let bytes = 0
  for (const { name, spots, waiting } of people.slice(0, mostNames)) {
    const line = `${name}${spots > 1 ? ` × ${spots}` : ''}${waiting ? ` (${words.waiting})` : ''}`
    bytes += new TextEncoder().encode(line).length + 1
    if (bytes > mostBytes) break
    lines.push(line)
  }
  return people.length > lines.length ? [...lines, words.more(people.length - lines.length)] : lines
}
