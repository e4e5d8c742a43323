import { type ActionFunctionArgs, data, type Params } from 'react-router'
import { z } from 'zod'
import type { $ZodType, output } from 'zod/v4/core'
import type { Area } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import type { Visitor } from '#core/accounts/commands/ask-auth.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId } from '#core/shared/ids.ts'
import type { Language } from '#core/shared/languages.ts'
import type { Version } from '#core/shared/version.ts'
import { incomingContext } from './context.ts'
import {
  emptyAnswer,
  type FieldErrors,
  type FormAnswer,
  restoreField,
  textOf,
  type Typed,
  typedIn,
  versionField,
} from './form-answer.ts'
import { answerChanged, type FieldsOf } from './form-edits.ts'
import { type FailureTexts, failureOf, TooBusy } from './failures.ts'
import type { Done, MoreIn, Outcome, Places, Refusals, Refused } from './form-refusals.ts'
import { parseForm } from './forms.ts'
import { notFound } from './managing.ts'
import { formOf, pageLanguage, visitorOf } from './request.ts'

/** For a form whose fields the action reads on its own: a button, a list of ids. */
export const noFields = z.object({})

/** What an action knows before its form is read. */
export type Asked<Who, A extends Area> = Who & {
  deps: Deps
  request: Request
  context: ActionFunctionArgs['context']
  url: URL
  params: Params
  /** a part of the address that has to be an id; anything else is not found */
  id: (name: string) => string
  visitor: Visitor
  language: Language
  t: ReturnType<typeof translator<A>>
  typed: Typed
  /** a field that needs no schema */
  text: (name: string) => string
  /** of what the page showed of the rows that the form changes */
  version: Version
  /** nothing was sent in the field, which may be a secret one */
  isEmpty: (name: string) => boolean
}

type Read<Schema extends $ZodType> = { form: output<Schema> }

type Redrawn<More> = { typed?: Typed; more?: More }
type Wrong<More> = Pick<Refused, 'errors' | 'problem'> & { more?: More }

/** A form that is done without leading elsewhere. */
type Stays<More> = { more: More; headers?: HeadersInit }

export type FormSpec<
  Who extends object,
  A extends Area,
  Schema extends $ZodType,
  Result extends Outcome,
  Shows,
  More,
> = {
  /** Who may use this form, and their details; others get a 404. */
  allow(args: ActionFunctionArgs, typed: Typed): Who | Promise<Who>
  /** the area of its sentences */
  texts: A
  schema(asked: Asked<Who, A>): Schema
  /** For an edit form: how values stand in its fields. */
  fields?(asked: Asked<Who, A>): FieldsOf<output<Schema>>
  /** The form after a button that only redraws it where no script does that; null: it was another button. */
  redraw?(asked: Asked<Who, A>): Redrawn<More> | null | Promise<Redrawn<More> | null>
  /** Further mistakes of a form that cannot be read, so that one try names them all. */
  alsoWrong?(asked: Asked<Who, A>, errors: FieldErrors): Wrong<More> | Promise<Wrong<More>>
  run(asked: Asked<Who, A> & Read<Schema>): Promise<Result>
  /** how each refusal of the command is shown; the command says which there are */
  refusals: Shows & Refusals<Result>
  /** The messages for our failure and for "busy". */
  failures?(asked: Asked<Who, A>): FailureTexts
  done(
    asked: Asked<Who, A> & Read<Schema> & { result: Done<Result> },
  ): Response | Stays<More> | Promise<Response | Stays<More>>
}

type AnySpec = FormSpec<object, Area, $ZodType, Outcome, Places, unknown>

type Answered<More> = ReturnType<typeof data<FormAnswer<More>>>

/**
 * The action of a form: the route defines only what is special about it. Every response has one shape and keeps everything
 * typed.
 */
export function formAction<
  Who extends object,
  const A extends Area,
  Schema extends $ZodType,
  Result extends Outcome,
  Shows,
  More = never,
>(
  spec: FormSpec<Who, A, Schema, Result, Shows, More>,
): (args: ActionFunctionArgs) => Promise<Response | Answered<More | MoreIn<Shows>>>
export function formAction(spec: AnySpec) {
  return async (args: ActionFunctionArgs) => {
    const form = await formOf(args.request)
    const typed = typedIn(form)
    const texts: FailureTexts[] = []
    try {
      const asked = askedIn(args, await spec.allow(args, typed), { area: spec.texts, form })
      if (spec.failures) texts.push(spec.failures(asked))
      return await answerTo(spec, asked, form)
    } catch (error) {
      const failure = failureOf(args, error, texts[0])
      return data(answerWith(typed, failure), failure)
    }
  }
}

async function answerTo(spec: AnySpec, asked: Asked<object, Area>, form: FormData) {
  const { typed, language } = asked
  if (form.has(restoreField)) return data(answerWith(typed, { problem: { kind: 'restored' } }))
  const redrawn = await spec.redraw?.(asked)
  if (redrawn) return data(answerWith(typed, redrawn))
  const schema = spec.schema(asked)
  const parsed = parseForm(schema, form)
  if (!parsed.ok) {
    const also = await spec.alsoWrong?.(asked, parsed.errors)
    return refuse(typed, { ...also, errors: { ...parsed.errors, ...also?.errors }, status: 400 })
  }
  const read = { ...asked, form: parsed.value }
  const result = await spec.run(read)
  if (result.ok) {
    const done = await spec.done({ ...read, result })
    return done instanceof Response
      ? done
      : data(answerWith(typed, { more: done.more, isDone: true }), { headers: done.headers ?? {} })
  }
  const place = spec.refusals[result.reason]
  if (place) return refuse(typed, place(result, language))
  if (result.reason === 'changed')
    return data(
      answerChanged(typed, result, { form: parsed.value, fields: spec.fields?.(asked) }),
      {
        status: 409,
      },
    )
  if (result.reason === 'not_found') throw notFound()
  throw new TooBusy()
}

function refuse(typed: Typed, refused: Refused) {
  const { errors, problem, more, status, retryAfterSeconds = 0 } = refused
  return data(
    answerWith(typed, {
      ...(errors && { errors }),
      ...(problem && { problem: { ...problem, kind: 'refused' } }),
      ...(more !== undefined && { more }),
    }),
    {
      status: status ?? 409,
      headers: retryAfterSeconds > 0 ? { 'retry-after': String(retryAfterSeconds) } : {},
    },
  )
}

function answerWith(typed: Typed, said: Partial<FormAnswer<unknown>>): FormAnswer<unknown> {
  return { ...emptyAnswer(typed), ...said }
}

function askedIn(
  args: ActionFunctionArgs,
  who: object,
  { area, form }: { area: Area; form: FormData },
): Asked<object, Area> {
  const { request, context, params, url } = args
  const language = pageLanguage(request, context)
  const typed = typedIn(form)
  return {
    ...who,
    deps: context.get(incomingContext).deps,
    request,
    context,
    url,
    params,
    id(name) {
      const id = params[name]
      if (!isId(id)) throw notFound()
      return id
    },
    visitor: visitorOf(request, context),
    language,
    t: translator(language, area),
    typed,
    text: (name) => textOf(typed, name),
    version: textOf(typed, versionField) || null,
    isEmpty: (name) => (form.get(name) ?? '') === '',
  }
}
