import { z } from 'zod'
import { insideText } from '../rules.ts'
import { telegramTexts } from '../texts/telegram.ts'
import { defineLetter } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { letterTexts, mailTexts } from './translator.ts'

/** Tells a vendor that its bot has stopped working. */
export const telegramMail = defineLetter({
  to: ['vendor'],
  facts: z.object({ bot: z.string(), business: z.string() }),
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
