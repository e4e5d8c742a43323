import { sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { insideText, strangersName } from '../rules/names.ts'
import { shortWhenText, zoneNames } from './clock-texts.ts'
import { defineCheckedLetter, type Written } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { type MailTexts, mailTexts } from './translator.ts'

const doneSchema = z.object({
  at: z.iso.datetime(),
  by: z.object({ name: z.string(), email: z.string() }),
  /** the account can be taken back until then; null: it has been */
  until: z.iso.datetime().nullable(),
})

type Said = z.output<typeof doneSchema> & { business: string; zone: string }
type OwnerLetter = 'accountClosed' | 'accountReopened'

/** Tells the owner that the account was closed or taken back; not sent if the opposite has happened since. */
export function closedMail(letter: OwnerLetter) {
  return defineCheckedLetter({
    to: ['account'],
    facts: doneSchema,
    async lookAgain({ db }, { vendorId, facts }): Promise<Said | null> {
      if (vendorId === null) return null
      const vendor = await db
        .selectFrom('vendors as v')
        .where('v.id', '=', vendorId)
        .where('v.closedAt', letter === 'accountClosed' ? 'is not' : 'is', null)
        .where('v.erasingAt', 'is', null)
        .select([sql<string>`vendor_name(v)`.as('business'), 'v.timeZone as zone'])
        .executeTakeFirst()
      return vendor ? { ...facts, ...vendor } : null
    },
    write: (deps, { language, facts }) => write(deps, { letter, language, facts }),
    examples: [
      {
        audience: 'account',
        facts: {
          at: '2027-03-29T16:00:00Z',
          by: { name: 'Vera Vendor', email: 'vera@example.com' },
          until: letter === 'accountClosed' ? '2027-04-12T16:00:00Z' : null,
          business: 'Studio Vera',
          zone: 'Europe/Berlin',
        },
      },
    ],
  })
}

async function write(
  deps: Pick<Deps, 'settings' | 'origin'>,
  { letter, language, facts }: { letter: OwnerLetter; language: Language; facts: Said },
): Promise<Written> {
  const { settings, origin } = deps
  const t = mailTexts(language)
  const { at, by, until, business } = facts
  const when = (instant: string) => whenText(t, instant, facts.zone, language)
  const words = {
    operator: settings.operatorName,
    business: insideText(business),
    contact: `${origin}/contact`,
    until: until === null ? '' : when(until),
  }
  const page = await renderPage({
    language,
    title: t(`letters.${letter}.title`, words),
    text: t(`letters.${letter}.text`, words),
    sender: null,
    logo: logoOf(deps),
    operator: settings.operatorName,
    blocks: [
      {
        rows: [
          {
            label: t(`letters.${letter}.by`),
            value: `${strangersName(by.name)}, ${by.email}`,
          },
          { label: t('labels.when'), value: when(at) },
        ],
      },
    ],
    button: {
      label: t(`letters.${letter}.button`),
      href: `${origin}${letter === 'accountClosed' ? '/account-closed' : '/dashboard'}`,
    },
    notes: [t('security.notYou', words)],
    footer: [t('footer.vendor', words)],
  })
  return {
    ...page,
    subject: t(`letters.${letter}.subject`, words),
    senderName: null,
    replyTo: null,
    attachments: [],
  }
}

/** 'Mon, Mar 29, 18:00 (Central European Time)' */
function whenText(t: MailTexts, instant: string, zone: string, language: Language): string {
  const [name] = zoneNames([{ startsAt: instant, zone }], language)
  return `${shortWhenText(t, instant, zone, language)} (${name})`
}
