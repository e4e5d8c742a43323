import type { Area, ErrorCode } from '#app/locale/catalogue.ts'
import { sentence, type translator } from '#app/locale/translate.ts'
import type { Language } from '#core/shared/languages.ts'
import type { FieldErrors, Problem } from './form-answer.ts'

/** What a command of core returns: done, or why not. */
export type Outcome = { ok: true } | { ok: false; reason: string }
export type Done<Result> = Extract<Result, { ok: true }>

type ReasonIn<Result> = Extract<Result, { ok: false; reason: string }>['reason']

/** The refusal of one reason, with what it carries. */
type RefusalFor<Result, Reason> = Result extends { ok: false; reason: infer Own }
  ? // The compiler asks once before it knows the command: then anything goes.
    string extends Reason
    ? never
    : Reason extends Own
      ? Result & { reason: Reason }
      : never
  : never

/** How a refusal is shown. Its status is 409 where nothing else is said. */
export type Refused = {
  errors?: FieldErrors
  problem?: Omit<Problem, 'kind' | 'requestId'>
  status?: number
  retryAfterSeconds?: number
  more?: unknown
}

type Place<Refusal> = (refusal: Refusal, language: Language) => Refused

/** Answered without a word of the form: 404, 503 with the form intact, and what is saved now at each field. */
type Common = 'not_found' | 'busy' | 'changed'

export type Places = Readonly<Record<string, Place<{ ok: false; reason: string }> | undefined>>

/** How every reason of a command is shown: a new reason is a type error here. */
export type Refusals<Result> = {
  [Reason in Exclude<ReasonIn<Result>, Common>]: Place<RefusalFor<Result, Reason>>
} & {
  [Reason in Extract<ReasonIn<Result>, Common>]?: Place<RefusalFor<Result, Reason>>
}

/** What the refusals of a form add to its answer. */
export type MoreIn<Shows> = {
  [Reason in keyof Shows]: Shows[Reason] extends (...asked: never) => { more: infer More }
    ? More
    : never
}[keyof Shows]

/** One way to show each reason of a table of statuses. */
export function eachRefusal<Reason extends string, Shown>(
  statuses: Readonly<Record<Reason, number>>,
  show: (reason: NoInfer<Reason>, status: number) => Shown,
): Record<Reason, Shown>
export function eachRefusal(
  statuses: Readonly<Record<string, number>>,
  show: (reason: string, status: number) => unknown,
) {
  return Object.fromEntries(
    Object.entries(statuses).map(([reason, status]) => [reason, show(reason, status)]),
  )
}

type Key<A extends Area> = Parameters<ReturnType<typeof translator<A>>>[0]

/** Ways to show a refusal with the texts of one area. */
export function refusalsIn<A extends Area>(area: A) {
  const say = (language: Language, key: Key<A>) => sentence(language, `${area}.${key}`)
  return {
    /** A sentence at a field. */
    field:
      (name: string, key: Key<A>, status = 409) =>
      (_refusal: unknown, language: Language) => ({
        errors: { [name]: [say(language, key)] },
        status,
      }),
    /** A sentence above the form. */
    problem:
      (key: Key<A>, status = 409, title?: Key<A>) =>
      (_refusal: unknown, language: Language) => ({
        problem: { text: say(language, key), ...(title && { title: say(language, title) }) },
        status,
      }),
  }
}

/** A mistake at a field, by its code in the shared texts. */
export const wrong =
  (name: string, code: ErrorCode, status = 409) =>
  (): { errors: FieldErrors; status: number } => ({ errors: { [name]: [code] }, status })
