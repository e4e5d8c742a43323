import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, redirect } from 'react-router'
import type { $ZodType } from 'zod/v4/core'
import {
  cardRefusals,
  channelTyped,
  contactRefusals,
  customerRefusals,
  doneTexts,
  loggedOut,
  purchasePath,
  sayLoggedOut,
  toPurchase,
  toUnpaid,
  untickedBox,
} from '#app/features/booking/booking-form.server.ts'
import { bookAndPay } from '#app/features/booking/book-and-pay.server.ts'
import { telegramContact } from '#app/features/booking/booking-offer.ts'
import { contactGiven } from '#app/features/booking/telegram-offer.server.ts'
import { sayWhySuspended } from '#app/features/accounts/suspended.server.ts'
import { deviceOf } from '#app/http/device.ts'
import { type Asked, formAction, noFields } from '#app/http/form-action.ts'
import { type FieldErrors, type Typed, textOf } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { eachRefusal, refusalsIn } from '#app/http/form-refusals.ts'
import { parseForm } from '#app/http/forms.ts'
import { anyone } from '#app/http/managing.ts'
import { findSignedIn, withCookies } from '#app/http/session.ts'
import { sentence, translator } from '#app/locale/translate.ts'
import { finishSignIn } from '#core/accounts/commands/finish-sign-in.ts'
import { askProvider } from '#core/accounts/commands/ask-provider.ts'
import { signIn } from '#core/accounts/commands/sign-in.ts'
import { findAccount, findProfile } from '#core/accounts/queries.ts'
import { signInCodeSchema, signInSchema } from '#core/accounts/schema.ts'
import { bookFromForm } from '#core/bookings/commands/book-from-form.ts'
import { mayBookHeld } from '#core/bookings/commands/book-session.ts'
import { findSlot } from '#core/bookings/queries/slots.ts'
import type { PayWay } from '#core/classes/rules.ts'
import { findBySlot } from '#core/classes/queries/facilities.ts'
import type { Contact } from '#core/contacts/rules.ts'
import { confirmSlotSchema, detailsSchema, slotSchema, whoSchema } from '#core/bookings/schema.ts'
import { contactOf, type FormContact } from '#core/bookings/steps/contact.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Language } from '#core/shared/languages.ts'
import {
  accountNamed,
  backToLogin,
  fieldsKept,
  type Step,
  stepAfter,
  stepNamed,
  stepsOf,
  type WizardMore,
} from './wizard.ts'

/** What the forms of a facility know of it. */
export type FacilityAsked = {
  id: string
  vendorId: VendorId
  title: string
  maxPeople: number
  asksGender: boolean
  asksBirthDate: boolean
  condition: string | null
  pays: PayWay
  /** its vendor's, for phone numbers without a country code */
  country: string
}

type Text = Asked<object, 'facilities'>

/** The action of the wizard: each step is a form of its own, and every form carries what the others said. */
export function wizardAction(of: FacilityAsked, args: ActionFunctionArgs) {
  const [go, book] = [goOn(), confirm(of)]
  const actions = {
    select: select(of),
    login: login(of),
    code: code(of),
    signUp: signUp(of),
    details: details(of),
    confirm: book,
    google: google(of),
  }
  return byIntent(actions, go)(args)
}

/** A step back, another number of people, or another way to say who books: redrawn with everything typed. */
const goOn = () =>
  formAction({
    allow: anyone,
    texts: 'facilities',
    schema: () => noFields,
    redraw: ({ typed, text }) => {
      const intent = text('intent')
      const set = (fields: Record<string, string>): Typed => ({
        ...typed,
        ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]])),
      })
      const people = Number(text('people')) || 1
      if (intent === 'more') return redrawn('select', set({ people: String(people + 1) }))
      if (intent === 'fewer') return redrawn('select', set({ people: String(people - 1) }))
      if (intent === 'mode-login') return redrawn('login', set({ mode: 'login' }))
      if (intent === 'mode-signUp') return redrawn('login', set({ mode: 'signUp' }))
      return redrawn(stepNamed(intent.replace(/^to-/, '')) ?? 'select', typed)
    },
    run: () => Promise.resolve({ ok: true as const }),
    refusals: {},
    done: () => ({ more: at('select') }),
  })

const at = (step: Step): WizardMore => ({ step })
const redrawn = (step: Step, typed: Typed) => ({ typed, more: at(step) })

/** What the first step said, also in the forms of the later ones. */
function slotIn(typed: Typed) {
  const read = slotSchema.safeParse({
    slot: textOf(typed, 'slot'),
    people: textOf(typed, 'people'),
    extra: (typed['extra'] ?? []).filter((id) => id !== ''),
  })
  return read.success ? read.data : null
}

async function findTyped(deps: Deps, typed: Typed, { id }: FacilityAsked) {
  const asked = slotIn(typed)
  if (!asked) return { ok: false, reason: 'not_found' as const }
  return findSlot(deps.db, { slotId: asked.slot, people: asked.people, extras: asked.extra }, id)
}

/** Why a slot is lost: said above the first step, with everything kept. */
const lostReasons = {
  session_full: 409,
  session_cancelled: 409,
  session_past: 409,
  registration_closed: 409,
  not_open_yet: 409,
  not_found: 409,
  session_changed: 409,
} as const

const backTo =
  (step: Step) =>
  (reason: keyof typeof lostReasons | 'price_changed', status: number) =>
  (_refusal: unknown, language: Language) => ({
    problem: {
      title: sentence(language, 'booking.failed.title'),
      text: sentence(language, `facilities.lost.${reason}`),
    },
    status,
    more: at(step),
  })

const slotRefusals = (of: FacilityAsked) => ({
  ...eachRefusal(lostReasons, backTo('select')),
  too_many_spots: backTo('select')('not_found', 409),
  price_changed: backTo('select')('price_changed', 409),
  too_many_people: () => ({
    errors: { people: [`too_big:${of.maxPeople}`] },
    status: 400,
    more: at('select'),
  }),
})

const select = (of: FacilityAsked) =>
  formAction({
    allow: anyone,
    texts: 'facilities',
    schema: () => slotSchema,
    alsoWrong: ({ t }, errors) => ({
      more: at('select'),
      ...(errors['slot'] && {
        problem: { title: t('select.missing'), text: t('select.missingText') },
      }),
    }),
    run: ({ deps, typed }) => findTyped(deps, typed, of),
    refusals: slotRefusals(of),
    done: async ({ request, context, text }) => {
      const signedIn = await findSignedIn(request, context)
      const isKnown = text('contact') !== '' || Boolean(signedIn?.profile?.fullName)
      return { more: at(isKnown ? afterLogin(of) : 'login') }
    },
  })

const afterLogin = (of: FacilityAsked) => stepAfter('login', stepsOf(of))

/** All fields of this step are needed. */
const fillAll = ({ t }: Pick<Text, 't'>) => ({
  problem: { title: t('login.missing') },
  more: at('login'),
})

const problem = refusalsIn('account').problem
const field = refusalsIn('account').field

const atLogin =
  <Refusal, Shown extends object>(place: (refusal: Refusal, language: Language) => Shown) =>
  (refusal: Refusal, language: Language) => ({ ...place(refusal, language), more: at('login') })

const login = (of: FacilityAsked) =>
  formAction({
    allow: anyone,
    texts: 'facilities',
    schema: () => signInSchema,
    alsoWrong: fillAll,
    run: ({ deps, visitor, form }) => signIn(deps, visitor, form),
    refusals: {
      missing: (_refusal, language) => ({
        problem: { title: sentence(language, 'facilities.login.missing') },
        status: 400,
        more: at('login'),
      }),
      wrong: atLogin(problem('login.problems.wrong', 400, 'error')),
      unverified: atLogin(problem('login.problems.unverified', 400, 'error')),
      suspended: atLogin(sayWhySuspended),
      rate_limited: atLogin(problem('login.problems.rate_limited', 429, 'error')),
    },
    done: async ({ deps, form, result: { cookies, codeNeeded } }) => {
      const headers = withCookies(cookies)
      if (codeNeeded) return { more: { ...at('login'), needsCode: true }, headers }
      const email = form.email.trim()
      const found = await findAccount(deps.db, email)
      const profile = found && (await findProfile(deps.db, found.id))
      return { more: signedInAs(of, email, profile ?? null), headers }
    },
  })

const wantsCode = { ...at('login'), needsCode: true }
const atCode =
  <Refusal, Shown extends object>(place: (refusal: Refusal, language: Language) => Shown) =>
  (refusal: Refusal, language: Language) => ({ ...place(refusal, language), more: wantsCode })

const code = (of: FacilityAsked) =>
  formAction({
    allow: anyone,
    texts: 'facilities',
    schema: () => signInCodeSchema,
    run: ({ deps, visitor, form }) => finishSignIn(deps, visitor, form),
    refusals: {
      wrong_code: atCode(field('code', 'code.problems.wrong_code', 400)),
      used_code: atCode(field('code', 'code.problems.used_code', 400)),
      wrong_recovery_code: atCode(field('recoveryCode', 'code.problems.wrong_recovery_code', 400)),
      codes_limited: atCode(problem('code.problems.codes_limited', 429, 'error')),
      suspended: atLogin(sayWhySuspended),
      not_begun: atLogin(problem('code.problems.not_begun', 400)),
    },
    done: async ({ deps, text, result: { userId, cookies } }) => ({
      more: signedInAs(of, text('email'), await findProfile(deps.db, userId)),
      headers: withCookies(cookies),
    }),
  })

/** An account without a name is asked for one. */
function signedInAs(of: FacilityAsked, email: string, profile: { fullName: string } | null) {
  const account = accountNamed(email, profile)
  return { ...at(account.name === '' ? 'login' : afterLogin(of)), account }
}

/** A name and one contact: typed, or of somebody who is signed in or logged in with Telegram. */
const signUp = (of: FacilityAsked) =>
  formAction({
    allow: anyone,
    texts: 'facilities',
    schema: () => whoSchema,
    alsoWrong: (asked, errors) =>
      Object.values(errors).some((codes) => codes.includes('required'))
        ? fillAll(asked)
        : { more: at('login') },
    run: ({ form }) => Promise.resolve(readWho(form.contact, of)),
    refusals: wrongContact,
    done: () => ({ more: at(afterLogin(of)) }),
  })

function readWho(contact: string, { country }: FacilityAsked) {
  if (contact === telegramContact) return { ok: true as const }
  const read = contactOf(contact, country)
  return typeof read === 'string' ? { ok: false as const, reason: read } : { ok: true as const }
}

const wrongContact = eachRefusal(contactRefusals, (reason, status) => () => ({
  errors: { contact: [reason] },
  status,
  more: at('login'),
}))

/** The way back from Google leads to the same slot, people and extras, and to everything typed. */
const google = ({ id }: FacilityAsked) =>
  formAction({
    allow: anyone,
    texts: 'account',
    schema: () => noFields,
    run: ({ deps, typed, text }) => {
      const extras = (typed['extra'] ?? []).filter((extra) => extra !== '')
      const to = backToLogin({
        slot: text('slot') || id,
        people: text('people'),
        extras,
        isFromList: text('back') === 'on',
      })
      const form = Object.fromEntries(fieldsKept.map((name) => [name, text(name)]))
      return askProvider(deps, 'google', { redirectTo: `${to}#book`, ref: null, form })
    },
    refusals: {
      off: atLogin(problem('google.problems.unreachable', 400, 'error')),
      unreachable: atLogin(problem('google.problems.unreachable', 503, 'error')),
    },
    done: ({ result: { url, cookies } }) => redirect(url, { headers: withCookies(cookies) }),
  })

const missingDetails = ({ t }: Pick<Text, 't'>, of: FacilityAsked) => ({
  title: t('details.missing'),
  text: t('details.missingText', {
    gender: of.asksGender ? 'yes' : 'no',
    birth: of.asksBirthDate ? 'yes' : 'no',
  }),
})

const details = (of: FacilityAsked) =>
  formAction({
    allow: anyone,
    texts: 'facilities',
    schema: () => detailsSchema(of),
    alsoWrong: (asked, errors) => ({
      more: at('details'),
      ...(Object.values(errors).some((codes) => codes.includes('required')) && {
        problem: missingDetails(asked, of),
      }),
    }),
    run: ({ deps, typed }) => findTyped(deps, typed, of),
    refusals: slotRefusals(of),
    done: () => ({ more: at('confirm') }),
  })

/** Only here the slot is taken. */
const confirm = (of: FacilityAsked) =>
  formAction({
    allow: anyone,
    texts: 'booking',
    schema: () => confirmSlotSchema,
    alsoWrong: (_asked, errors) => ({
      more: at(errors['slot'] || errors['people'] ? 'select' : 'login'),
    }),
    run: async ({ deps, typed, request, language, visitor: { network }, form }) => {
      const who = readTyped(whoSchema, typed)
      if (!who.ok) return { ...who, reason: 'who_wrong' as const }
      const asks = stepsOf(of).includes('details')
      const read = asks ? readTyped(detailsSchema(of), typed) : null
      if (read?.ok === false) return { ...read, reason: 'details_wrong' as const }
      // What the steps asked is of this facility.
      if ((await findBySlot(deps.db, form.slot))?.classId !== of.id)
        return { ok: false, reason: 'not_found' as const }
      const { name, gender, birthDate } = {
        gender: null,
        birthDate: null,
        ...who.value,
        ...read?.value,
      }
      const given = await contactGiven(deps, request, {
        contact: who.value.contact,
        findVendor: () => Promise.resolve(of.vendorId),
      })
      if (given === null) return loggedOut
      const contact = read ? withPhone(given, read.value.phone, of) : given
      const known = deviceOf(request, deps.origin)
      const isOwn = known?.isOwn ?? false
      const wantsCard = form.pay === 'card'
      const wish = {
        sessionId: form.slot,
        spots: 1,
        name,
        contact,
        party: { people: form.people, extras: form.extra, gender, birthDate },
        accepted: form.accepted,
        seen: form.seen,
        again: 0,
        // Without cookies the form's own number stands for the device.
        device: known?.number ?? (form.nonce || randomUUID()),
        wantsCard,
        language,
        network,
      }
      const booked = await bookAndPay(deps, {
        book: () => bookFromForm(deps, wish),
        findOffer: () => Promise.resolve(of),
        mayBook: () => mayBookHeld(deps, wish),
        wantsCard,
        isOwn,
      })
      if (booked.ok) return { ...booked, name }
      if (booked.earlier?.isUnpaid && isOwn) return { ok: true as const, unpaid: booked.earlier }
      const { earlier } = booked
      return {
        ...booked,
        name: earlier?.customerName ?? '',
        earlier: earlier && { to: purchasePath(deps, earlier, isOwn) },
      }
    },
    refusals: {
      ...eachRefusal(customerRefusals, refused),
      ...eachRefusal(cardRefusals, refused),
      ...wrongContact,
      ...slotRefusals(of),
      logged_out: atLogin(sayLoggedOut),
      price_changed: backTo('confirm')('price_changed', 409),
      who_wrong: ({ errors }: Wrong) => ({ errors, status: 400, more: at('login') }),
      no_extras: backTo('confirm')('price_changed', 409),
      details_missing: (_refusal, language) => ({
        problem: { title: sentence(language, 'facilities.details.missing') },
        status: 400,
        more: at('details'),
      }),
      details_wrong: ({ errors }: Wrong) => ({ errors, status: 400, more: at('details') }),
      not_confirmed: () => ({
        errors: untickedBox(of.condition, []),
        status: 400,
        more: at('confirm'),
      }),
    },
    failures: ({ t }) => ({
      failed: { title: t('failed.title'), text: t('failed.error') },
      busy: { title: t('failed.title'), text: t('failed.error') },
    }),
    done: ({ deps, text, result, t }) => {
      if ('unpaid' in result) return toUnpaid(deps, result.unpaid, t)
      const said = doneTexts[channelTyped(text('contact'))]
      return toPurchase(deps, result, t, {
        done: { title: t('done.confirmed'), text: t(said, { title: of.title, n: 1 }) },
        already: t('failed.idempotency_conflict', { name: result.name }),
      })
    },
  })

/** The details ask for a phone number beside an email or a login. */
function withPhone(given: FormContact, phone: string, { country }: FacilityAsked): Contact {
  if (typeof given !== 'string') return { ...given, email: null, phone }
  const read = contactOf(given, country)
  return { email: typeof read === 'string' ? null : read.email, phone }
}

type Wrong = { errors: FieldErrors }

/** What an earlier step has asked, read again: a step whose fields are refused is not behind its customer. */
function readTyped<Schema extends $ZodType>(schema: Schema, typed: Typed) {
  const form = new FormData()
  for (const [name, values] of Object.entries(typed))
    for (const value of values) form.append(name, value)
  return parseForm(schema, form)
}

type Refusal = {
  retryAfterSeconds: number
  name: string
  earlier: { to: string } | null
}

function refused(
  reason: keyof typeof customerRefusals | keyof typeof cardRefusals,
  status: number,
) {
  return ({ retryAfterSeconds, name, earlier }: Refusal, language: Language) => ({
    problem: {
      title: sentence(language, 'booking.failed.title'),
      text: translator(language, 'booking')(`failed.${reason}`, { left: 0, name }),
    },
    status,
    retryAfterSeconds,
    more: {
      ...at('confirm'),
      earlier,
      asksVendor: reason === 'ask_vendor' || reason === 'cards_off',
    },
  })
}
