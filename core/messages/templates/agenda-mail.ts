import { z } from 'zod'
import { localDate } from '#core/classes/schema.ts'
import { clockRange, dateFormat, localClockText } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import { formatMoney } from '#core/shared/money.ts'
import { todayIn } from '#core/shared/time.ts'
import { type AgendaPerson, type AgendaSession, listAgenda } from '../queries/agenda.ts'
import { type EndOfMail, unsubscribeHeaders } from '../queries/unsubscribe.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { insideText, strangersName } from '../rules/names.ts'
import type { Block, Line } from './blocks.ts'
import { defineCheckedLetter } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { type MailTexts, mailTexts } from './translator.ts'

type Said = {
  date: string
  zone: string
  business: string
  sessions: readonly AgendaSession[]
  end: EndOfMail
}

const anId = '00000000-0000-4000-8000-000000000001'

/** The vendor's day, read when it is sent. Not sent when that day is over on the vendor's clock, or its reader has switched it off. */
export const agendaMail = defineCheckedLetter({
  to: ['vendor'],
  facts: z.object({ date: localDate }),
  async lookAgain({ db }, { vendorId, recipient, facts: { date } }): Promise<Said | null> {
    const reader = vendorId && (await findVendorReader(db, vendorId))
    if (!reader || !reader.wantsAgenda || !reader.hasAddress(recipient)) return null
    const { zone, business, userId } = reader
    if (date !== todayIn(zone, new Date())) return null
    const sessions = await listAgenda(db, { vendorId, date })
    const end = { what: 'agenda', vendorId, userId } as const
    return sessions.length === 0 ? null : { date, zone, business, sessions, end }
  },
  async write(deps, { language, facts }) {
    const t = mailTexts(language)
    const { operatorName: operator } = deps.settings
    const business = insideText(facts.business) || operator
    const people = facts.sessions.flatMap((session) => session.people)
    const purchasesWith = (has: (person: AgendaPerson) => boolean) =>
      new Set(people.filter(has).map(({ purchaseId }) => purchaseId)).size
    const words = {
      business,
      operator,
      day: dayText(facts.date, language),
      sessions: facts.sessions.length,
      spots: people.reduce((sum, { spots }) => sum + spots, 0),
    }
    const first = purchasesWith(({ isFirstTime }) => isFirstTime)
    const open = openAmounts(people).map((amount) => formatMoney(amount, language))
    const page = await renderPage({
      language,
      sender: null,
      logo: logoOf(deps),
      operator,
      title: t('letters.agenda.title', words),
      text: [
        t('letters.agenda.text', words),
        ...(open.length > 0 ? [t('letters.agenda.open', { price: open.join(' + ') })] : []),
        ...(first > 0 ? [t('letters.agenda.first', { count: first })] : []),
      ].join(' '),
      blocks: facts.sessions.map((session) => sessionBlock(t, session, { ...facts, language })),
      button: {
        label: t('letters.agenda.button'),
        href: `${deps.origin}/dashboard/today?date=${facts.date}`,
      },
      links: [
        { label: t('letters.agenda.settings'), href: `${deps.origin}/settings/notifications` },
      ],
      notes: [],
      footer: [t('footer.vendor', words)],
    })
    return {
      ...page,
      subject: t('letters.agenda.subject', words),
      senderName: null,
      replyTo: null,
      attachments: [],
      headers: unsubscribeHeaders(deps, facts.end, language),
    }
  },
  examples: [
    {
      audience: 'vendor',
      facts: {
        date: '2027-03-29',
        zone: 'Europe/Berlin',
        business: 'Studio Vera',
        end: { what: 'agenda', vendorId: anId, userId: anId },
        sessions: [
          {
            id: '00000000-0000-4000-8000-000000000002',
            classTitle: 'Morning Yoga',
            startTime: '07:30',
            endTime: '08:30',
            location: '1 Park Street',
            onlineUrl: null,
            currentStudents: 4,
            maxStudents: 10,
            people: [
              person('Carla Weber', { isFirstTime: true, owed: { minor: 1500, currency: 'EUR' } }),
              person('Lena Fischer', { spots: 2, waiting: true }),
              person('Mia Koch', { owedForBundle: { minor: 12_000, currency: 'EUR' } }),
            ],
          },
          {
            id: '00000000-0000-4000-8000-000000000003',
            classTitle: 'Yin',
            startTime: '18:00',
            endTime: '19:15',
            location: null,
            onlineUrl: 'https://meet.example.com/vera',
            currentStudents: 0,
            maxStudents: 8,
            people: [],
          },
        ],
      },
    },
  ],
})

function person(name: string, facts: Partial<AgendaPerson>): AgendaPerson {
  return {
    purchaseId: name,
    name,
    spots: 1,
    waiting: false,
    isFirstTime: false,
    owed: null,
    owedForBundle: null,
    ...facts,
  }
}

/** 'Monday, March 29' */
function dayText(date: string, language: Language): string {
  const day = new Date(`${date}T00:00:00Z`)
  return dateFormat(language, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(day)
}

/** More would be cut off by some mail programs. */
const mostPeople = 50

function sessionBlock(
  t: MailTexts,
  session: AgendaSession,
  { zone, language }: { zone: string; language: Language },
): Block {
  const { people, currentStudents: taken, maxStudents: capacity } = session
  const start = localClockText(session.startTime, zone, language)
  const end = localClockText(session.endTime, zone, language)
  const range = t('timeRange', clockRange(start, end))
  const more = people.length - mostPeople
  return {
    heading: `${range} · ${insideText(session.classTitle)}`,
    lines: [
      placeLine(t, session),
      { text: people.length === 0 ? t('lines.nobody') : t('lines.taken', { taken, capacity }) },
    ],
    dates: people.slice(0, mostPeople).map((one) => [{ text: personText(t, one, language) }]),
    end: more > 0 ? [{ text: t('lines.morePeople', { count: more }) }] : [],
  }
}

function placeLine(t: MailTexts, { location, onlineUrl }: AgendaSession): Line {
  return onlineUrl === null
    ? { text: location ?? '—' }
    : { text: t('labels.online'), href: onlineUrl }
}

/** What they owe together, in each currency; a bundle counts once, however many of its dates are today. */
function openAmounts(people: readonly AgendaPerson[]) {
  const bundles = new Map(
    people.map(({ purchaseId, owedForBundle }) => [purchaseId, owedForBundle]),
  )
  const sums = new Map<string, number>()
  for (const amount of [...people.map(({ owed }) => owed), ...bundles.values()])
    if (amount) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minor)
  return [...sums].map(([currency, minor]) => ({ currency, minor }))
}

/** 'Carla Weber · First time · Unpaid: €15.00' */
function personText(t: MailTexts, person: AgendaPerson, language: Language): string {
  const { spots: count, owed, owedForBundle } = person
  return [
    strangersName(person.name),
    ...(person.waiting ? [t('lines.waiting', { count })] : []),
    ...(!person.waiting && count > 1 ? [t('lines.spots', { count })] : []),
    ...(person.isFirstTime ? [t('lines.firstTime')] : []),
    ...(owed ? [t('lines.owes', { price: formatMoney(owed, language) })] : []),
    ...(owedForBundle
      ? [t('lines.owesBundle', { price: formatMoney(owedForBundle, language) })]
      : []),
  ].join(' · ')
}
