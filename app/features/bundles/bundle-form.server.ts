import type { RouterContextProvider } from 'react-router'
import { managePath, shownOfAny } from '#app/features/booking/booking-form.server.ts'
import { incomingContext } from '#app/http/context.ts'
import { deviceOf } from '#app/http/device.ts'
import { parseForm } from '#app/http/forms.ts'
import { readerLanguage, textIn } from '#app/http/request.ts'
import { statusOfFailure } from '#app/http/failures.ts'
import { urlText, urlWith } from '#app/http/url-text.ts'
import {
  type BundleBookedFromForm,
  bookBundleFromForm,
} from '#core/bookings/commands/book-bundle-from-form.ts'
import type { BundleRefusal } from '#core/bookings/commands/book-bundle.ts'
import { contactProblem } from '#core/bookings/steps/contact.ts'
import { planBundle } from '#core/bookings/queries/bundle-plan.ts'
import { bookBundleFormSchema } from '#core/bookings/schema.ts'
import { listStarts, listUpcomingSessions } from '#core/classes/queries/public-sessions.ts'
import { type BundleOffer, findBundleOffer } from '#core/entitlements/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId } from '#core/shared/ids.ts'
import type {
  BundleRefusal as ShownRefusal,
  BundleStep,
  RefusedBundle,
  TypedBundle,
} from './bundle-step.ts'

type Shown = { status: number } & ({ reason: ShownRefusal } | { field: 'contact'; code: string })

const shown = {
  ...shownOfAny,
  rest_not_confirmed: { status: 400, reason: 'rest_not_confirmed' },
  too_many_sessions: { status: 400, reason: 'too_many_sessions' },
  after_expiry: { status: 409, reason: 'after_expiry' },
} satisfies Record<BundleRefusal, Shown>

const sessionsShown = 20

/** The step an address asks for; null without a bundle, 'gone' when it is not sold for this class. */
export async function readBundleStep(
  deps: Deps,
  { classId, url }: { classId: string; url: URL },
): Promise<BundleStep | 'gone' | null> {
  const bundleId = urlText(url, 'bundle')
  if (bundleId === '') return null
  const bundle = await findOffer(deps, { classId, bundleId })
  if (!bundle) return 'gone'
  const how = url.searchParams.get('how')
  const dates = await datesStep(deps, bundle, {
    first: urlText(url, 'first'),
    how: how === 'auto' || how === 'choose' ? how : 'series',
    chosen: null,
  })
  return dates ?? firstStep(deps, bundle, url)
}

async function findOffer(deps: Deps, asked: { classId: string; bundleId: string }) {
  const { bundleId } = asked
  const bundle = await findBundleOffer(deps.db, { bundleId, plansOn: deps.settings.plans })
  return bundle?.classId === asked.classId ? bundle : null
}

async function firstStep(deps: Deps, bundle: BundleOffer, url: URL): Promise<BundleStep> {
  const cursor = url.searchParams.get('after')
  const { items, nextCursor } = await listUpcomingSessions(
    deps.db,
    { classId: bundle.classId },
    { from: null, to: null, cursor, limit: sessionsShown },
  )
  const to = (after: string | null) => `${urlWith(url, { after, step: null, first: null })}#book`
  return {
    kind: 'first',
    bundle,
    sessions: items,
    missing: url.searchParams.get('step') === 'dates',
    laterTo: nextCursor && to(nextCursor),
    firstTo: cursor === null ? null : to(null),
  }
}

type Asked = {
  first: string
  how: 'series' | 'auto' | 'choose'
  /** what was ticked before; null: what the weekly series has free */
  chosen: readonly string[] | null
}

async function datesStep(
  deps: Deps,
  bundle: BundleOffer,
  { first, how, chosen }: Asked,
): Promise<BundleStep | null> {
  if (!isId(first)) return null
  const plan = await planBundle(deps.db, {
    bundleId: bundle.id,
    firstSessionId: first,
    how: how === 'auto' ? 'auto' : 'series',
    plansOn: deps.settings.plans,
  })
  if (!plan) return null
  const { timeZone, expiresAt, items, left, endsBeforeSeries, hasConflict } = plan
  const choices = how === 'choose' ? plan.choices : []
  const dates = { timeZone, expiresAt, items, left, endsBeforeSeries, hasConflict, choices }
  if (how !== 'choose') return { kind: how, bundle, firstId: first, plan: dates }
  const free = choices.filter(({ state }) => state !== 'full').map(({ sessionId }) => sessionId)
  const wanted = chosen ?? items.map(({ sessionId }) => sessionId)
  return {
    kind: how,
    bundle,
    firstId: first,
    plan: dates,
    picked: free.filter((id) => wanted.includes(id)),
  }
}

export type FormBundle =
  | { ok: true; to: string; waiting: boolean; mailed: boolean; bundle: BundleOffer }
  | { ok: false; status: number; retryAfterSeconds: number; answer: RefusedBundle }

/** Reads the public bundle form and books all of it, asks for other dates, or says why not: what was typed stays. */
export async function submitBundle(
  { form, request, classId }: { form: FormData; request: Request; classId: string },
  context: Readonly<RouterContextProvider>,
): Promise<FormBundle> {
  const { deps, address, requestId } = context.get(incomingContext)
  const typed = typedIn(form)
  const text = (name: string) => textIn(form, name) ?? ''
  const bundle = await findOffer(deps, { classId, bundleId: text('bundleId') })
  const asked = askedIn(form)
  const refuse = async (
    status: number,
    said: Partial<RefusedBundle>,
    dates: Asked = asked,
    retryAfterSeconds = 0,
  ): Promise<FormBundle> => {
    const step = bundle && status < 500 ? await datesStep(deps, bundle, dates) : null
    return {
      ok: false,
      status,
      retryAfterSeconds,
      answer: {
        step,
        gone: bundle === null,
        reason: null,
        taken: [],
        errors: {},
        noDates: false,
        earlier: null,
        typed,
        ...said,
      },
    }
  }
  if (!bundle) return refuse(409, { reason: 'not_found' })
  const intent = form.get('intent')
  // Other dates, by a button of the form, so that what was typed goes with it.
  if (intent === 'auto' || intent === 'choose')
    return refuse(200, {}, { ...asked, how: intent, chosen: null })

  const sessionIds = form.getAll('sessionId').filter(isId)
  const parsed = parseForm(bookBundleFormSchema, form)
  const noDates = sessionIds.length === 0
  if (!parsed.ok || noDates) {
    const errors = parsed.ok ? {} : (parsed.result.error ?? {})
    const { name, contact } = errors
    const about = { sessionId: sessionIds[0] ?? asked.first, contact: typed.contact }
    const problem = contact ? null : await contactProblem(deps.db, about)
    return refuse(400, {
      noDates,
      errors: {
        ...(name && { name }),
        ...(contact && { contact }),
        ...(problem && { contact: [problem] }),
      },
    })
  }

  const { nonce, leaveRest, ...wanted } = parsed.value
  try {
    const booked = await bookBundleFromForm(deps, {
      ...wanted,
      sessionIds,
      leaveRest: leaveRest === 'on',
      // Without cookies the form's own number stands for the device.
      device: deviceOf(request) ?? nonce,
      language: readerLanguage(request),
      address,
    })
    if (booked.ok) {
      return {
        ok: true,
        // A fragment of its own: without a script the address would keep the form's.
        to: `${managePath(deps, booked.purchase)}#top`,
        waiting: booked.purchase.spots.some(({ status }) => status === 'pending'),
        mailed: typed.contact.includes('@'),
        bundle,
      }
    }
    const how: Shown = shown[booked.reason]
    const taken = await listStarts(deps.db, { classId, sessionIds: booked.taken })
    const chosen = sessionIds.filter((id) => !booked.taken.includes(id))
    const said =
      'field' in how
        ? { errors: { [how.field]: [how.code] } }
        : { reason: how.reason, taken, earlier: earlierOf(deps, booked) }
    return await refuse(how.status, said, { ...asked, chosen }, booked.retryAfterSeconds)
  } catch (error) {
    deps.log.error({ requestId, err: error }, 'a bundle could not be booked')
    return refuse(statusOfFailure(error), { reason: 'error' })
  }
}

function earlierOf(deps: Deps, booked: Extract<BundleBookedFromForm, { ok: false }>) {
  return booked.earlier && { to: managePath(deps, booked.earlier), next: booked.again + 1 }
}

function askedIn(form: FormData): Asked {
  const how = form.get('how')
  return {
    first: textIn(form, 'first') ?? '',
    how: how === 'auto' || how === 'choose' ? how : 'series',
    chosen: form.getAll('sessionId').filter(isId),
  }
}

function typedIn(form: FormData): TypedBundle {
  const text = (name: string) => (textIn(form, name) ?? '').slice(0, 300)
  return {
    name: text('name'),
    contact: text('contact'),
    nonce: text('nonce').slice(0, 64),
    again: text('again') || '0',
    leaveRest: form.get('leaveRest') === 'on',
  }
}
