import { sql } from 'kysely'
import { z } from 'zod'
import { invitationToken } from '../../accounts/queries.ts'
import { dateFormat } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import { formatMoney } from '#core/shared/money.ts'
import { insideText } from '../rules/names.ts'
import { operatorTexts } from '../texts/operator.ts'
import { lastDayText } from './clock-texts.ts'
import { defineCheckedLetter, type Writer, type Written } from './define-letter.ts'
import { logoOf, type Page, renderPage } from './layout.ts'
import { letterTexts, mailTexts } from './translator.ts'

const noDay = '2027-03-29'
const anId = '00000000-0000-4000-8000-000000000001'

/** Invites somebody to sign up; not sent once the invitation is used, withdrawn or over. */
export const invitationMail = defineCheckedLetter({
  to: ['account'],
  facts: z.object({ invitationId: z.uuid() }),
  async lookAgain({ db }, { facts }): Promise<{ invitationId: string; expiresAt: string } | null> {
    const row = await db
      .selectFrom('invitations')
      .where('id', '=', facts.invitationId)
      .where('acceptedAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .select('expiresAt')
      .executeTakeFirst()
    return row ? { ...facts, expiresAt: row.expiresAt.toISOString() } : null
  },
  async write(deps, { language, recipient, facts: { invitationId, expiresAt } }) {
    const t = letterTexts(operatorTexts, language)
    const words = { operator: deps.settings.operatorName, email: recipient }
    const token = invitationToken(deps.secretKeys, invitationId)
    return mailOf(deps, language, {
      subject: t('invitationSubject', words),
      title: t('invitationTitle', words),
      text: t('invitationText', words),
      blocks: [],
      button: { label: t('invitationButton'), href: `${deps.origin}/register?invite=${token}` },
      notes: [t('invitationNote', { day: dayText(expiresAt, language) })],
      footer: [mailTexts(language)('footer.account')],
    })
  },
  examples: [
    { audience: 'account', facts: { invitationId: anId, expiresAt: `${noDay}T16:00:00Z` } },
  ],
})

const reminderFacts = z.object({ vendorId: z.uuid(), subscriptionId: z.uuid() })

type Due = {
  business: string
  plan: 'professional' | 'enterprise'
  term: 'monthly' | 'yearly'
  priceMinor: number
  currency: string
  paidUntil: string
  endsAt: string
  zone: string
}

const dueExample: Due = {
  business: 'Studio Vera',
  plan: 'professional',
  term: 'monthly',
  priceMinor: 2900,
  currency: 'USD',
  paidUntil: noDay,
  endsAt: '2027-04-12T22:00:00Z',
  zone: 'Europe/Berlin',
}

/** Asks for a payment; not sent once it is recorded, or the subscription has ended. */
export const reminderMail = defineCheckedLetter({
  to: ['account'],
  facts: reminderFacts,
  async lookAgain({ db }, { facts }): Promise<Due | null> {
    const row = await db
      .selectFrom('subscriptions as s')
      .innerJoin('vendors as v', 'v.id', 's.vendorId')
      .where('s.id', '=', facts.subscriptionId)
      .where('s.endedAt', 'is', null)
      .where(
        sql<boolean>`(s.cancel_at is null or s.cancel_at > now())
          and (s.paid_until + 1)::timestamp at time zone v.time_zone <= now()`,
      )
      .select(['s.plan', 's.term', 's.priceMinor', 's.currency', 's.paidUntil'])
      .select([sql<string>`vendor_name(v)`.as('business'), 'v.timeZone as zone'])
      .select(sql<Date>`grace_ends_at(s, v)`.as('endsAt'))
      .executeTakeFirst()
    return row ? { ...row, endsAt: row.endsAt.toISOString() } : null
  },
  async write(deps, { language, facts: { business, plan, term, paidUntil, ...rest } }) {
    const t = letterTexts(operatorTexts, language)
    const day = dayText(`${paidUntil}T12:00:00Z`, language)
    const name = t(plan)
    const words = {
      operator: deps.settings.operatorName,
      business: insideText(business),
      plan: name,
      day,
      end: lastDayText(new Date(rest.endsAt), rest.zone, language),
    }
    const amount = formatMoney({ minor: rest.priceMinor, currency: rest.currency }, language)
    return mailOf(deps, language, {
      subject: t('reminderSubject', words),
      title: t('reminderTitle', words),
      text: t('reminderText', words),
      blocks: [
        {
          rows: [
            { label: t('reminderPlan'), value: t(term, { plan: name }) },
            { label: t('reminderAmount'), value: amount },
            { label: t('reminderPaidUntil'), value: day },
          ],
        },
      ],
      button: { label: t('reminderButton'), href: `${deps.origin}/subscription` },
      notes: [],
      footer: [mailTexts(language)('footer.vendor', words)],
    })
  },
  examples: (['monthly', 'yearly'] as const).map((term) => ({
    audience: 'account',
    facts: { ...dueExample, term },
  })),
})

type Standing = { business: string; because: string | null }

/** Tells the owner that the operator stopped the account, or took that back; not sent after the opposite. */
export function standingMail(letter: 'suspended' | 'activated') {
  return defineCheckedLetter({
    to: ['account'],
    facts: z.object({}),
    async lookAgain({ db }, { vendorId }): Promise<Standing | null> {
      if (vendorId === null) return null
      const row = await db
        .selectFrom('vendors as v')
        .where('v.id', '=', vendorId)
        .where('v.suspendedAt', letter === 'suspended' ? 'is not' : 'is', null)
        .where('v.erasingAt', 'is', null)
        .select([sql<string>`vendor_name(v)`.as('business'), 'v.suspendedReason as because'])
        .executeTakeFirst()
      return row ?? null
    },
    async write(deps, { language, facts: { business, because } }) {
      const t = letterTexts(operatorTexts, language)
      const words = { operator: deps.settings.operatorName, business: insideText(business) }
      return mailOf(deps, language, {
        subject: t(`${letter}Subject`, words),
        title: t(`${letter}Title`, words),
        text: t(`${letter}Text`, words),
        blocks: because === null ? [] : [{ rows: [{ label: t('because'), value: because }] }],
        button:
          letter === 'suspended'
            ? null
            : { label: t('activatedButton'), href: `${deps.origin}/dashboard` },
        notes: [],
        footer: [mailTexts(language)('footer.vendor', words)],
      })
    },
    examples: [
      {
        audience: 'account',
        facts: {
          business: 'Studio Vera',
          because:
            letter === 'suspended' ? 'Two customers reported classes that did not exist.' : null,
        },
      },
    ],
  })
}

type Words = Pick<Page, 'title' | 'text' | 'blocks' | 'button' | 'notes' | 'footer'> & {
  subject: string
}

/** Replies go to the operator. */
async function mailOf(
  deps: Pick<Writer, 'settings' | 'origin'>,
  language: Language,
  { subject, ...words }: Words,
): Promise<Written> {
  const { operatorName: operator, operatorEmail: address } = deps.settings
  const page = await renderPage({
    ...words,
    language,
    sender: null,
    operator,
    logo: logoOf(deps),
  })
  return {
    ...page,
    subject,
    senderName: null,
    replyTo: address === null ? null : { name: operator, address },
    attachments: [],
  }
}

function dayText(instant: string, language: Language): string {
  return dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant))
}
