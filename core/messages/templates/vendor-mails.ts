import { z } from 'zod'
import { requestUrl } from '#core/bookings/queries/links.ts'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { asksVendor, shownStatus } from '#core/bookings/rules/waiting.ts'
import { findEndingClass } from '../queries/endings.ts'
import {
  findActivated,
  findBrokenCalendar,
  findBrokenCards,
  findRefusedBot,
  findSuspended,
} from '../queries/last-looks.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { insideText, nameInSubject, strangersName } from '../rules/names.ts'
import { lastDayText, shortWhenText } from './clock-texts.ts'
import { defineCheckedLetter, defineLetter } from './define-letter.ts'
import { onePage } from './one-page.ts'
import { mailTexts } from './translator.ts'

const anId = '00000000-0000-4000-8000-000000000001'
const instant = '2027-03-28T16:00:00.000Z'
const vera = { business: 'Studio Vera', zone: 'Europe/Berlin', because: null }
const aPurchase = { purchaseId: anId, reference: 'ABCDEFGHJK', tokenRotation: 0 }
const nothing = z.object({})

/** The operator stopped the account, or took that back. */
const standing = (letter: 'suspended' | 'activated') =>
  defineCheckedLetter({
    to: ['account'],
    facts: nothing,
    lookAgain: letter === 'suspended' ? findSuspended : findActivated,
    write: (deps, { language, facts: { business, because: value } }) =>
      onePage(deps, language, {
        letter,
        words: { business: insideText(business) },
        blocks:
          value === null
            ? []
            : [{ rows: [{ label: mailTexts(language)('letters.suspended.because'), value }] }],
        ...(letter === 'activated' && { href: `${deps.origin}/dashboard` }),
        footer: 'vendor',
        replyTo: 'operator',
      }),
    examples: [
      {
        audience: 'account',
        facts:
          letter === 'suspended'
            ? { ...vera, because: 'Two customers reported classes that did not exist.' }
            : vera,
      },
    ],
  })

/** Mails of one page to a vendor. */
export const vendorMails = {
  'vendor.suspended': standing('suspended'),
  'vendor.activated': standing('activated'),
  'vendor.telegram_refused': defineCheckedLetter({
    to: ['vendor'],
    facts: nothing,
    lookAgain: findRefusedBot,
    write: (deps, { language, facts: { bot, business } }) =>
      onePage(deps, language, {
        letter: 'botRefused',
        words: { bot, business: insideText(business) },
        href: `${deps.origin}/settings/integrations`,
        footer: 'vendor',
      }),
    examples: [{ audience: 'vendor', facts: { bot: 'studio_vera_bot', business: vera.business } }],
  }),
  'calendar.broken': defineCheckedLetter({
    to: ['account'],
    facts: nothing,
    lookAgain: findBrokenCalendar,
    write: (deps, { language, facts: { business } }) =>
      onePage(deps, language, {
        letter: 'calendarBroken',
        words: { business: insideText(business) },
        href: `${deps.origin}/settings/integrations`,
        footer: 'vendor',
      }),
    examples: [{ audience: 'account', facts: vera }],
  }),
  'cards.broken': defineCheckedLetter({
    to: ['account'],
    facts: nothing,
    lookAgain: findBrokenCards,
    write: (deps, { language, facts: { business, problem } }) =>
      onePage(deps, language, {
        letter: 'cardsBroken',
        words: {
          business: insideText(business),
          says: problem === null ? 'no' : 'yes',
          problem: problem ?? '',
        },
        href: `${deps.origin}/settings/integrations`,
        footer: 'vendor',
      }),
    examples: [null, 'Charges are disabled for this account.'].map((problem) => ({
      audience: 'account',
      facts: { business: vera.business, problem },
    })),
  }),
  /** Reminds a vendor of a request, once; not sent when it is answered or has expired. */
  'request.reminder': defineCheckedLetter({
    to: ['vendor'],
    facts: z.object({ purchaseId: z.uuid() }),
    async lookAgain({ db }, { vendorId, facts }) {
      const reader = vendorId && (await findVendorReader(db, vendorId))
      const purchase = await findPurchaseDetails(db, facts.purchaseId)
      const spot = purchase?.spots.find(
        ({ deletedAt, now, ...booking }) =>
          deletedAt === null && asksVendor({ ...booking, status: shownStatus(booking, now) }),
      )
      if (!reader || !purchase || !spot?.expiresAt) return null
      const { reference, tokenRotation, customerName: customer } = purchase
      return {
        purchase: { ...facts, reference, tokenRotation },
        customer,
        title: spot.classTitle,
        startsAt: spot.startsAt.toISOString(),
        expiresAt: spot.expiresAt.toISOString(),
        zone: reader.zone,
        business: reader.business,
      }
    },
    write(deps, { language, facts: { purchase, customer, title, ...facts } }) {
      const when = (at: string) => shortWhenText(mailTexts(language), at, facts.zone, language)
      return onePage(deps, language, {
        letter: 'requestWaits',
        words: {
          business: insideText(facts.business),
          name: strangersName(customer),
          called: nameInSubject(customer, purchase.reference),
          title: insideText(title),
          when: when(facts.startsAt),
          until: when(facts.expiresAt),
        },
        href: requestUrl(deps, purchase, language),
        footer: 'vendor',
        replyTo: 'operator',
      })
    },
    examples: [
      {
        audience: 'vendor',
        facts: {
          purchase: aPurchase,
          customer: 'Carla Weber',
          title: 'Yin on Sunday',
          startsAt: instant,
          expiresAt: instant,
          zone: vera.zone,
          business: vera.business,
        },
      },
    ],
  }),
  /** Tells a vendor that the last session of a weekly class is near; not sent when the class goes on. */
  'class.ending': defineCheckedLetter({
    to: ['vendor'],
    facts: z.object({ classId: z.uuid(), endsAt: z.iso.datetime() }),
    async lookAgain({ db }, { vendorId, facts }) {
      const reader = vendorId && (await findVendorReader(db, vendorId))
      const ending = await findEndingClass(db, facts)
      if (!reader || !ending) return null
      return { ...facts, ...ending, zone: reader.zone, business: reader.business }
    },
    write: (deps, { language, facts: { classId, title, endsAt, zone, business } }) =>
      onePage(deps, language, {
        letter: 'classEnds',
        words: {
          business: insideText(business),
          title: insideText(title),
          day: lastDayText(new Date(Date.parse(endsAt) + 1), zone, language),
        },
        href: `${deps.origin}/dashboard/classes/${classId}`,
        footer: 'vendor',
        replyTo: 'operator',
      }),
    examples: [
      {
        audience: 'vendor',
        facts: {
          classId: anId,
          title: 'Yin on Sunday',
          endsAt: instant,
          zone: vera.zone,
          business: vera.business,
        },
      },
    ],
  }),
  /** Tells a vendor of the months that a referral brought. */
  'referral.rewarded': defineLetter({
    to: ['vendor'],
    facts: z.object({
      to: z.enum(['referrer', 'friend']),
      friend: z.string(),
      business: z.string(),
      months: z.number().int(),
    }),
    write: (deps, { language, facts: { to, friend, business, months: count } }) =>
      onePage(deps, language, {
        letter: `${to}Rewarded`,
        words: { friend: strangersName(friend), business: insideText(business), count },
        href: deps.origin + (to === 'referrer' ? '/referrals' : '/dashboard'),
        footer: 'vendor',
      }),
    examples: (['referrer', 'friend'] as const).map((to) => ({
      audience: 'vendor',
      facts: { to, friend: 'Studio Erika', business: vera.business, months: 3 },
    })),
  }),
}
