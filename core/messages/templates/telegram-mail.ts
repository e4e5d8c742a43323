import { sql } from 'kysely'
import { z } from 'zod'
import { insideText } from '../rules/names.ts'
import { telegramTexts } from '../texts/telegram.ts'
import { defineCheckedLetter } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { letterTexts, mailTexts } from './translator.ts'

/** Tells a vendor that Telegram rejects the token of its bot; not sent once that is over, or the bot was disconnected. */
export const telegramMail = defineCheckedLetter({
  to: ['vendor'],
  facts: z.object({}),
  async lookAgain({ db }, { vendorId }): Promise<{ bot: string; business: string } | null> {
    if (vendorId === null) return null
    const refused = await db
      .selectFrom('telegramBots as t')
      .innerJoin('vendors as v', 'v.id', 't.vendorId')
      .where('t.vendorId', '=', vendorId)
      .where('t.sealedToken', 'is not', null)
      .where('t.problem', '=', 'unauthorized')
      .select(['t.username as bot', sql<string>`vendor_name(v)`.as('business')])
      .executeTakeFirst()
    return refused ?? null
  },
  async write({ settings, origin }, { language, facts: { bot, business } }) {
    const own = letterTexts(telegramTexts, language)
    const operator = settings.operatorName
    const page = await renderPage({
      language,
      title: own('title'),
      text: own('text', { bot }),
      sender: null,
      logo: logoOf({ settings, origin }),
      operator,
      blocks: [],
      button: { label: own('button'), href: `${origin}/settings/integrations` },
      notes: [],
      footer: [
        mailTexts(language)('footer.vendor', {
          operator,
          business: insideText(business) || operator,
        }),
      ],
    })
    return {
      ...page,
      subject: own('subject', { bot }),
      senderName: null,
      replyTo: null,
      attachments: [],
    }
  },
  examples: [{ audience: 'vendor', facts: { bot: 'studio_vera_bot', business: 'Studio Vera' } }],
})
