import { sql } from 'kysely'
import { z } from 'zod'
import { insideText } from '../rules/names.ts'
import { cardsTexts } from '../texts/cards.ts'
import { defineCheckedLetter } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { letterTexts, mailTexts } from './translator.ts'

/** Tells the owner that Stripe refuses the key; not sent once it takes one again, or card payments were disconnected. */
export const cardsBrokenMail = defineCheckedLetter({
  to: ['account'],
  facts: z.object({}),
  async lookAgain(
    { db },
    { vendorId },
  ): Promise<{ business: string; problem: string | null } | null> {
    if (vendorId === null) return null
    const row = await db
      .selectFrom('cardAccounts as c')
      .innerJoin('vendors as v', 'v.id', 'c.vendorId')
      .where('c.vendorId', '=', vendorId)
      .where('c.apiKey', 'is not', null)
      .where('c.brokenAt', 'is not', null)
      .select(['c.problem', sql<string>`vendor_name(v)`.as('business')])
      .executeTakeFirst()
    return row ?? null
  },
  async write({ settings, origin }, { language, facts }) {
    const t = letterTexts(cardsTexts, language)
    const words = { business: insideText(facts.business), operator: settings.operatorName }
    const page = await renderPage({
      language,
      title: t('title', words),
      text:
        facts.problem === null
          ? t('text', words)
          : t('problem', { ...words, problem: facts.problem }),
      sender: null,
      logo: logoOf({ settings, origin }),
      operator: settings.operatorName,
      blocks: [],
      button: { label: t('button'), href: `${origin}/settings/integrations` },
      notes: [],
      footer: [mailTexts(language)('footer.vendor', words)],
    })
    return { ...page, subject: t('subject'), senderName: null, replyTo: null, attachments: [] }
  },
  examples: [null, 'Charges are disabled for this account.'].map((problem) => ({
    audience: 'account',
    facts: { business: 'Studio Vera', problem },
  })),
})
