/**
 * What a page told of its sessions, sent back with its form: how often the time or place of each had changed by then. A
 * session that is left out had never changed.
 */
export type SeenVersions = ReadonlyMap<string, number>

type Versioned = { id: string; version: number }

/** As a form sends it, which never sends an empty text: '0 0a2f… 3 7d0f… 1', where 0 stands for every other session. */
export function seenVersionsText(sessions: readonly Versioned[]): string {
  const changed = sessions.filter(({ version }) => version > 0)
  return ['0', ...changed.map(({ id, version }) => `${id} ${version}`)].join(' ')
}

export function readSeenVersions(text: string): SeenVersions {
  const [, ...words] = text.split(' ')
  const pairs = words.flatMap((id, at) =>
    at % 2 === 0 ? [[id, Number(words[at + 1])] as const] : [],
  )
  return new Map(pairs)
}

/** The version that was seen of a session; null when the form did not say what it showed. */
export function seenVersionOf(seen: SeenVersions | undefined, sessionId: string): number | null {
  return seen ? (seen.get(sessionId.toLowerCase()) ?? 0) : null
}

/** Whether a session still takes place when and where it was seen to. */
export function isAsSeen(seen: SeenVersions | undefined, { id, version }: Versioned): boolean {
  return (seenVersionOf(seen, id) ?? version) === version
}
