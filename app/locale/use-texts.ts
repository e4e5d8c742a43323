import { use } from 'react'
import type { Language } from '#core/shared/languages.ts'
import type { TextGroup } from './text-groups.ts'

declare global {
  // Written by app/locale/text-files.server.ts: by its files in a browser, by itself on the server.
  var openspotTexts: Record<string, Record<string, object>> | undefined
}

type Files = Readonly<Record<TextGroup, string>>

const merged = new Map<string, Record<string, object>>()
const loading = new Map<string, Promise<unknown>>()
const waiting = new Map<string, Promise<unknown>>()

/** The texts of some groups: on the server they are all there, a browser loads files of them once. */
export function useTexts(
  language: Language,
  groups: readonly TextGroup[],
  files: Files,
): Record<string, object> {
  const key = `${groups.join('+')}.${language}`
  const known = merged.get(key)
  if (known) return known
  // Those of the first page are there; what a later page adds is waited for. One promise for all of them, and the same one each
  // time: while React waits for it, it takes a second promise for the first, and would not wait for that.
  const isThere = (group: TextGroup) => globalThis.openspotTexts?.[`${group}.${language}`]
  const missing = groups.filter((group) => !isThere(group))
  if (missing.length > 0 && !waiting.has(key))
    waiting.set(key, Promise.all(missing.map((of) => load(`${of}.${language}`, files[of]))))
  const awaited = waiting.get(key)
  if (awaited) use(awaited)
  const texts: Record<string, object> = {}
  // Two groups may have parts of one area.
  for (const group of groups)
    for (const [area, part] of Object.entries(isThere(group) ?? {}))
      texts[area] = { ...texts[area], ...part }
  merged.set(key, texts)
  return texts
}

function load(name: string, path: string): Promise<unknown> {
  const known = loading.get(name)
  if (known) return known
  const begun: Promise<unknown> = import(/* @vite-ignore */ path).catch(() => {
    const isOfDocument = document.querySelector(`script[src="${path}"]`) !== null
    // A later page is asked for as a document. The document itself works without its script.
    if (!isOfDocument) location.reload()
    return new Promise(() => {})
  })
  loading.set(name, begun)
  return begun
}
