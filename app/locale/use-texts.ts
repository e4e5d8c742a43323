import { use } from 'react'
import type { Language } from '#core/shared/languages.ts'
import type { Texts } from './catalogue.ts'
import type { TextGroup } from './text-groups.ts'

declare global {
  // Written by app/locale/text-files.server.ts: by its files in a browser, by itself on the server.
  var openspotTexts: Record<string, Partial<Texts>> | undefined
}

type Files = Readonly<Record<TextGroup, string>>

const merged = new Map<string, Partial<Texts>>()
const loading = new Map<string, Promise<unknown>>()

/** The texts of some groups: on the server they are all there, a browser loads files of them once. */
export function useTexts(
  language: Language,
  groups: readonly TextGroup[],
  files: Files,
): Partial<Texts> {
  const key = `${groups.join('+')}.${language}`
  const known = merged.get(key)
  if (known) return known
  // Those of the first page are there; what a later page adds is waited for.
  for (const group of groups) {
    const name = `${group}.${language}`
    if (!globalThis.openspotTexts?.[name]) use(load(name, files[group]))
  }
  const parts = groups.map((group) => globalThis.openspotTexts?.[`${group}.${language}`])
  const texts: Partial<Texts> = Object.assign({}, ...parts)
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
