import { z } from 'zod'
import {
  amountOf,
  lineOf,
  personOf,
  requiredAmountOf,
  textOf,
  typedAmountOf,
} from '#core/shared/fields.ts'
import type { MoneyOf } from '#core/shared/money.ts'
import {
  breakRefusal,
  categories,
  confirmationTimeouts,
  difficulties,
  extraUnits,
  everyDay,
  facilityLimits,
  hoursOfWeek,
  isForward,
  maxTimesInForm,
  type ExtraUnit,
  type FacilityFields,
  notAFacility,
  occurrences,
  payWays,
  slotStarts,
  visibilities,
} from './rules.ts'

/** Dates from 1900 to 2099: the database has no year 0, and dates past 9999 no longer sort as text. */
export const localDate = z.iso
  .date()
  .refine((date) => date >= '1900-01-01' && date < '2100-01-01', { error: 'invalid' })
export const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Web addresses only: a link is shown to customers, and a script in it would run in their browser. */
export const webAddress = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (text) =>
      /^https?:[^\u0000-\u0020\u007f]+$/i.test(text) && text.isWellFormed() && URL.canParse(text),
    { error: 'web_address' },
  )

export const wholeNumber = (least: number, most: number) =>
  z.coerce.number().int().min(least).max(most)

export const classTimeSchema = z.object({
  id: z.uuid().optional(),
  weekday: wholeNumber(1, 7),
  startTime: localTime,
  everyWeeks: wholeNumber(1, 52).default(1),
})

type ClassTimeForm = z.output<typeof classTimeSchema>

export const agreement = lineOf(200).optional()

const ticked = z
  .literal('on')
  .optional()
  .transform((box) => box === 'on')

const classFields = z.object({
  title: personOf(120),
  description: textOf(5000).default(''),
  category: z.enum(categories).default('fitness'),
  difficulty: z.enum(difficulties).default('general'),
  placeKind: z.enum(['address', 'online']).default('address'),
  location: lineOf(200).default(''),
  onlineUrl: z.string().trim().max(2000).default(''),
  maxStudents: wholeNumber(1, 5000),
  durationMinutes: wholeNumber(5, 1440),
  startDate: localDate,
  endDate: localDate.nullable().default(null),
  times: z
    .array(classTimeSchema)
    .refine(
      (times) => times.length <= maxTimesInForm || times.every(({ id }) => id !== undefined),
      { error: `too_big:${maxTimesInForm}` },
    )
    .default([]),
  visibility: z.enum(visibilities).default('public'),
  confirmationMode: z.enum(['automatic', 'manual']).default('automatic'),
  confirmationTimeoutMinutes: z.coerce
    .number()
    .pipe(z.union(confirmationTimeouts.map((minutes) => z.literal(minutes))))
    .default(10),
  registrationClosedDate: localDate.nullable().default(null),
  closesMinutesBefore: wholeNumber(0, 10_080).default(0),
  /** booking opens this many days before a session; null: at once */
  daysAhead: wholeNumber(1, facilityLimits.daysAhead).nullable().default(null),
  /** what customers confirm before they book; '' becomes null */
  condition: lineOf(300)
    .nullish()
    .transform((sentence) => sentence || null),
  /** a form without the field is of a vendor without cards */
  pays: z.enum(payWays).default('studio'),
  /** null: as the vendor's booking rules say */
  noticeMinutes: wholeNumber(0, 20_160).nullable().default(null),
  /** its customers are not reminded */
  remindersOff: ticked,
  /** for forms that create: sending the form twice creates one row */
  formKey: z.uuid().optional(),
  /** the side effects that the vendor agreed to */
  agreed: agreement,
})

type PlaceFields = { placeKind: 'address' | 'online'; location: string; onlineUrl: string }

export const hasAddress = ({ placeKind, location }: PlaceFields) =>
  placeKind !== 'address' || location !== ''
export const hasLink = ({ placeKind, onlineUrl }: PlaceFields) =>
  placeKind !== 'online' || webAddress.safeParse(onlineUrl).success

// Checked even if other fields are wrong, so that all mistakes are shown at once.
export const always = { when: () => true }
export const noAddress = { path: ['location'], error: 'required', ...always }
export const noLink = { path: ['onlineUrl'], error: 'web_address', ...always }

// Wrong dates come here as they were typed, and are refused on their own.
const endsAfterStart = ({ startDate, endDate }: { startDate: string; endDate: string | null }) =>
  typeof endDate !== 'string' || typeof startDate !== 'string' || endDate >= startDate

/** The class form. The price is typed and parsed into `priceMinor` of the currency that the page showed. */
export const classSchema = (of: MoneyOf) =>
  classFields
    .extend({ price: amountOf(of) })
    .refine(hasAddress, noAddress)
    .refine(hasLink, noLink)
    .refine(endsAfterStart, { path: ['endDate'], error: 'end_before_start', ...always })
    .superRefine((form, context) => {
      const samePair = (one: ClassTimeForm, other: ClassTimeForm) =>
        one.weekday === other.weekday && one.startTime === other.startTime
      // Two that exist may follow each other, as after a split; the edit refuses them where they run together.
      const isTwice = form.times.some(
        (added) =>
          added.id === undefined &&
          form.times.some((time) => time !== added && samePair(time, added)),
      )
      for (const [row, { id, ...time }] of form.times.entries()) {
        const { startDate: startsOn, endDate: endsOn } = form
        if (id !== undefined || endsOn === null || endsOn < startsOn) continue
        if (occurrences({ ...time, startsOn, endsOn }, startsOn, endsOn).length === 0)
          context.addIssue({
            code: 'custom',
            path: ['times', row, 'weekday'],
            message: 'weekday_outside',
          })
      }
      if (isTwice) context.addIssue({ code: 'custom', path: ['times'], message: 'time_twice' })
    })
    .transform(({ price, ...form }): ClassForm => ({
      ...form,
      ...notAFacility,
      daysAhead: form.daysAhead,
      extras: [],
      priceMinor: price,
      currency: of.currency,
    }))

/** What the form of a class, or of a facility, says. */
export type ClassForm = z.output<typeof classFields> &
  FacilityFields & { extras: ExtraForm[]; priceMinor: number; currency: string }

/** What a party can book with a slot; one without an id is new. */
export type ExtraForm = {
  id?: string | undefined
  name: string
  priceMinor: number
  per: ExtraUnit
}

const extraSchema = (of: MoneyOf) =>
  z
    .object({
      id: z.uuid().optional(),
      name: lineOf(60).default(''),
      price: typedAmountOf(of),
      per: z.enum(extraUnits).default('slot'),
    })
    // A known one without a name is offered no longer; a new one lacks it.
    .refine(({ id, name, price }) => id !== undefined || name !== '' || price === null, {
      path: ['name'],
      error: 'required',
    })
    .refine(({ name, price }) => name === '' || price !== null, {
      path: ['price'],
      error: 'required',
    })
    .transform(({ price, ...extra }): ExtraForm => ({ ...extra, priceMinor: price ?? 0 }))

/** Both empty: like every day; of every day itself: closed; of a break: none. What stands beside “closed” does not count. */
const hoursSchema = z
  .object({
    weekday: wholeNumber(everyDay, 7),
    from: localTime.optional(),
    until: localTime.optional(),
    closed: ticked,
    isBreak: ticked,
  })
  .refine(({ from, until, closed }) => closed || from !== undefined || until === undefined, {
    path: ['from'],
    error: 'required',
  })
  .refine(({ from, until, closed }) => closed || until !== undefined || from === undefined, {
    path: ['until'],
    error: 'required',
  })
  .refine(({ from, until, closed }) => closed || !from || !until || isForward({ from, until }), {
    path: ['until'],
    error: 'until_before_from',
  })

/** The form of a facility: opening hours in place of weekly times, and one place per session. */
export const facilitySchema = (of: MoneyOf) =>
  classFields
    // A court is a place.
    .omit({ maxStudents: true, times: true, difficulty: true, placeKind: true, onlineUrl: true })
    .extend({
      price: requiredAmountOf(of),
      hours: z.array(hoursSchema).max(60).default([]),
      maxPeople: wholeNumber(1, facilityLimits.people),
      daysAhead: wholeNumber(1, facilityLimits.daysAhead),
      graceMinutes: wholeNumber(0, facilityLimits.graceMinutes),
      asksGender: ticked,
      asksBirthDate: ticked,
      extras: z
        .array(extraSchema(of))
        .default([])
        // A row without a name is not wanted.
        .transform((extras) => extras.filter(({ name }) => name !== ''))
        .refine((extras) => extras.length <= facilityLimits.extras, {
          error: `too_big:${facilityLimits.extras}`,
        }),
    })
    .refine(({ location }) => location !== '', noAddress)
    .refine(endsAfterStart, { path: ['endDate'], error: 'end_before_start', ...always })
    .transform(({ price, hours, ...form }, context): ClassForm => {
      const slots = slotStarts(hoursOfWeek(hours), form.durationMinutes)
      for (const [at, { weekday, from, until, closed, isBreak }] of hours.entries()) {
        if (from === undefined || until === undefined || closed) continue
        const span = { weekday, from, until }
        const isShort = !isBreak && slotStarts([span], form.durationMinutes).length === 0
        if (isShort)
          context.addIssue({ code: 'custom', path: ['hours', at, 'until'], message: 'hours_short' })
        const message = isBreak && breakRefusal(hours, span, form.durationMinutes)
        if (message) context.addIssue({ code: 'custom', path: ['hours', at, 'from'], message })
      }
      if (slots.length > facilityLimits.slotsPerWeek)
        context.addIssue({
          code: 'custom',
          path: ['hours'],
          message: `too_big:${facilityLimits.slotsPerWeek}`,
        })
      return {
        ...form,
        kind: 'facility',
        difficulty: 'general',
        maxStudents: 1,
        placeKind: 'address',
        onlineUrl: '',
        times: slots.map((slot) => ({ ...slot, everyWeeks: 1 })),
        priceMinor: price,
        currency: of.currency,
      }
    })

/** How requests for a class are answered. */
export const confirmationSchema = classFields
  .pick({ confirmationMode: true, confirmationTimeoutMinutes: true })
  .extend({ classId: z.uuid() })

export type ConfirmationForm = z.output<typeof confirmationSchema>

/** What the vendor agreed to, as the page showed it. */
export const agreedSchema = z.object({ agreed: agreement })

/** The place of a form as it is kept: one of the two, never both. */
export function placeOf(form: PlaceFields) {
  return form.placeKind === 'online'
    ? { location: null, onlineUrl: form.onlineUrl }
    : { location: form.location, onlineUrl: null }
}
