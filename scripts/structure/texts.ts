import { canBeEmpty, placeholdersOf } from './icu.ts'
import type { Problem } from './source.ts'

/** The folder that English texts belong to; null for another file. */
export function textHome(file: string): string | null {
  return /^(.+)\/texts\/en\.ts$/.exec(file)?.[1] ?? null
}

/** Whether a file holds the texts of one letter in all languages. */
export function isLetterTexts(file: string): boolean {
  return /^core\/messages\/texts\/(?!(?:en|de|ru)\.ts$)[a-z0-9-]+\.ts$/.test(file)
}

/** The whole module of texts in one language, as imported; empty when the file is missing. */
export type AreaTexts = { path: string; texts: unknown }

type Flat = ReadonlyMap<string, string>

/** Keys and placeholders that are not the same in a translation as in the original. */
export function textProblems(original: AreaTexts, translations: readonly AreaTexts[]): Problem[] {
  const source = flatten(original.texts)
  return [
    ...syntaxProblems(original.path, source),
    ...translations.flatMap(({ path, texts }) => translationProblems(path, source, flatten(texts))),
  ].map(({ path, says }) => ({ path, line: 1, says }))
}

type Finding = { path: string; says: string }

function translationProblems(path: string, source: Flat, translation: Flat): Finding[] {
  const missing = [...source.keys()].filter((key) => !translation.has(key))
  const extra = [...translation.keys()].filter((key) => !source.has(key))
  return [
    ...missing.map((key) => ({ path, says: `"${key}" is missing.` })),
    ...extra.map((key) => ({ path, says: `"${key}" is not in the English texts.` })),
    ...syntaxProblems(path, translation),
    ...[...translation].flatMap(([key, text]) => {
      const wanted = namesIn(source.get(key) ?? text)
      const given = namesIn(text)
      return wanted === given
        ? []
        : [
            {
              path,
              says: `"${key}" takes ${given || 'nothing'}, in English ${wanted || 'nothing'}.`,
            },
          ]
    }),
  ]
}

function syntaxProblems(path: string, texts: Flat): Finding[] {
  return [...texts].flatMap(([key, text]) => {
    try {
      return canBeEmpty(text) ? [{ path, says: `"${key}" can be empty, with some values.` }] : []
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error)
      return [{ path, says: `"${key}" is no ICU message: ${says}.` }]
    }
  })
}

function namesIn(text: string): string {
  try {
    return placeholdersOf(text).join(', ')
  } catch {
    return ''
  }
}

function flatten(value: unknown, prefix = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[prefix, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [
      ...flatten(inner, prefix ? `${prefix}.${key}` : key),
    ]),
  )
}
