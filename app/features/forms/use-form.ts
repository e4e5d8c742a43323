import { useNavigation } from 'react-router'
import { useMessages, useTranslations } from 'use-intl'
import type { ErrorCode } from '#app/locale/catalogue.ts'
import { type AnyFormAnswer, type Problem, textsIn } from '#app/http/form-answer.ts'

type About = {
  /** What the fields are called in the summary, as they follow on the page. */
  labels?: Readonly<Record<string, string>>
  /** The initial field values. */
  values?: Readonly<Record<string, string>>
  /** Formats a value that somebody else saved, if it is not plain text. */
  shows?: Readonly<Record<string, (value: string) => string>>
}

export type FormShown = ReturnType<typeof useForm>
/** What the fields of a form need of it. */
export type FieldsShown = Pick<FormShown, 'field' | 'of'>

/** The id of a field's control, which the summary of mistakes links to. */
export function fieldId(name: string): string {
  return `field-${name.replace(/[^a-zA-Z0-9]+/g, '-')}`
}

/** A field of a row under the name it has in every row. */
const plainName = (name: string) => name.replace(/^times\[\d+\]\./, '')

/** A form's state from its action's response: values, errors by field, and the summary above it. */
export function useForm(
  answer: AnyFormAnswer,
  { labels = {}, values = {}, shows = {} }: About = {},
) {
  const t = useTranslations('shared')
  const known = useMessages().shared.errors
  const busy = useNavigation().state !== 'idle'

  const sentences = (name: string) => [
    ...(answer?.errors[name] ?? []).map(sentenceOf),
    ...savedAt(name),
  ]
  /** A code of a mistake, with its limit after a colon; anything else is a sentence already. */
  function sentenceOf(said: string): string {
    const [code = '', limit = ''] = said.split(':')
    return isCode(code) ? t(`errors.${code}`, { limit }) : said
  }
  function isCode(word: string): word is ErrorCode {
    return Object.hasOwn(known, word)
  }
  function savedAt(name: string): string[] {
    const saved = answer?.saved[name]
    if (saved === undefined) return []
    return [
      saved === '' ? t('saved.nothing') : t('saved.text', { saved: shows[name]?.(saved) ?? saved }),
    ]
  }
  const of = (name: string) => {
    const said = sentences(name)
    return said.length > 0 ? said : undefined
  }
  const order = Object.keys(labels)
  const placeOf = (name: string) => {
    const place = order.indexOf(plainName(name))
    return place === -1 ? order.length : place
  }
  const wrong = [...Object.keys(answer?.errors ?? {}), ...Object.keys(answer?.saved ?? {})]
  const problems = [...new Set(wrong)]
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap((name) => {
      const label = labels[plainName(name)]
      return sentences(name).map((text) => ({
        id: fieldId(name),
        text: label ? `${label}${/[?!:]$/.test(label) ? '' : ':'} ${text}` : text,
      }))
    })
  const title = problems.length > 0 ? t('formProblem') : undefined
  const said: Said = answer?.problem ? summarise(answer.problem) : { title }
  /** what the fields hold: typed, or as before */
  const fields = answer ? textsIn(answer.typed) : values
  const field = (name: string) => ({ name, id: fieldId(name), errors: of(name) })
  return {
    answer,
    busy,
    fields,
    /** Spread into a field: its name, its id and its mistakes. */
    field,
    /** Spread into a field of text or a choice: what it is called in the summary, and what it holds, too. */
    text: (name: string) => ({
      ...field(name),
      label: labels[plainName(name)] ?? '',
      defaultValue: fields[name],
    }),
    of,
    summary: { ...said, problems, attempt: answer },
  }

  function summarise({ kind, title: own, text, field, requestId, origin = '' }: Problem): Said {
    if (kind === 'refused') {
      const textId = field === undefined ? undefined : fieldId(field)
      return own || title ? { title: own ?? title, text, textId } : { title: text }
    }
    const note = requestId && t('reference', { requestId })
    return { title: own ?? t(`trouble.${kind}`, { origin }), text, note }
  }
}

type Said = {
  title?: string | undefined
  text?: string | undefined
  textId?: string | undefined
  note?: string | undefined
}
