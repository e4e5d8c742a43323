import { useMessages, useTranslations } from 'use-intl'
import type { NetworkProblem } from '#app/http/network.ts'

/** By the name of a field, '' for the form as a whole: codes of the shared texts, or whole sentences. */
export type FormErrors = Record<string, readonly string[] | null>

/** What a refused form answers: its mistakes, and what was typed. */
export type Refused<Typed> = { errors: FormErrors; typed: Typed }
export type Answer<Typed> = Refused<Typed> | NetworkProblem | undefined

/** The id of a field's control, which the summary of mistakes links to. */
export function fieldId(name: string): string {
  return `field-${name.replace(/[^a-zA-Z0-9]+/g, '-')}`
}

/** A field of a row under the name it has in every row. */
const plainName = (name: string) => name.replace(/^times\[\d+\]\./, '')

/** The sentences of an answer: by field, and the summary above the form; `labels` name the fields, as they follow on the page. */
export function useFormErrors<Typed>(
  answer: Answer<Typed>,
  labels: Readonly<Record<string, string>> = {},
) {
  const t = useTranslations('shared')
  const known: Record<string, string> = useMessages().shared.errors
  const errors = answer && 'errors' in answer ? answer.errors : {}
  const sentences = (codes: readonly string[]) => codes.map((code) => known[code] ?? code)
  const of = (name: string) => {
    const codes = errors[name]
    return codes ? sentences(codes) : undefined
  }
  const order = Object.keys(labels)
  const placeOf = (name: string) => {
    const place = order.indexOf(plainName(name))
    return place === -1 ? order.length : place
  }
  const wrong = Object.entries(errors)
    .filter(([, codes]) => codes && codes.length > 0)
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  const problems = wrong.flatMap(([name, codes]) => {
    const label = labels[plainName(name)]
    return sentences(codes ?? []).map((text) =>
      name === '' ? { text } : { id: fieldId(name), text: label ? `${label}: ${text}` : text },
    )
  })
  const title =
    answer && 'networkProblem' in answer
      ? t('networkProblem')
      : problems.length > 0
        ? t('formProblem')
        : undefined
  return {
    /** Spread into a field: its id and its mistakes. */
    field: (name: string) => ({ name, id: fieldId(name), errors: of(name) }),
    of,
    summary: { title, problems },
  }
}
