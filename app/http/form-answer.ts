/** By the name of a field: codes of the shared texts, or whole sentences. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** What was typed, by the name of the field; a list of boxes has several values. */
export type Typed = Readonly<Record<string, readonly string[]>>

/** What an edit form holds when it is opened, by the names of its fields. */
export type Shown = Readonly<Record<string, string>>

/**
 * What there is to say about the form as a whole. `refused`: core said no. `busy`: another try may go well. `failed`: our
 * fault. `network`: no answer arrived. `server`: only that of a proxy did. `elsewhere`:
 * the page was opened at another address than this site's own, which `origin` names. `restored`: the form came back after a sign-in, nothing was done yet. `changed`:
 * somebody else has changed what the page showed, nothing was done yet.
 */
export type Problem = {
  kind: 'refused' | 'busy' | 'failed' | 'network' | 'server' | 'elsewhere' | 'restored' | 'changed'
  title?: string | undefined
  text?: string | undefined
  /** the field that the text is about */
  field?: string | undefined
  /** names our fault in the log */
  requestId?: string | undefined
  origin?: string | undefined
}

/** The response of every form that did not succeed; the page is rendered from it, with and without JavaScript. */
export type FormAnswer<More = null> = {
  errors: FieldErrors
  /** after a change by somebody else, what is saved now where something else is typed, in the words of the form */
  saved: Readonly<Record<string, string>>
  problem: Problem | null
  typed: Typed
  /** what only this form answers */
  more: More | null
  /** it was accepted, and leads nowhere */
  isDone?: true
}

/** The response type without form-specific details. */
export type AnyFormAnswer = FormAnswer<unknown> | undefined

/** Never sent back to a page, and never kept across a sign-in. */
export const secretFields: readonly string[] = [
  'password',
  'newPassword',
  'code',
  'recoveryCode',
  'botToken',
  'loginSecret',
  'apiKey',
]

/** Never put back when somebody returns to a page: secrets, and what is to be agreed to each time. */
export const unkeptFields: readonly string[] = [
  ...secretFields,
  'accepted',
  'agreeToTerms',
  'leaveRest',
  'cancel',
  'cancels',
]

/** Names of fields that belong to every form, not to what it is about. */
export const versionField = 'version'
export const formKeyField = 'formKey'
export const currencyField = 'currency'
export const restoreField = 'restore'

/** A response that only contains what was typed. */
export function emptyAnswer(typed: Typed): FormAnswer<null> {
  return { errors: {}, saved: {}, problem: null, typed, more: null }
}

export function typedIn(form: FormData): Typed {
  const typed = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || secretFields.includes(name) || name === restoreField) continue
    typed.set(name, [...(typed.get(name) ?? []), value])
  }
  return Object.fromEntries(typed)
}

/** The text of a field that has one value; '' when it was not sent. */
export function textOf(typed: Typed, name: string): string {
  return typed[name]?.at(-1) ?? ''
}

/** Every field with one text. */
export function textsIn(typed: Typed): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typed).map(([name, values]) => [name, values.at(-1) ?? '']),
  )
}
