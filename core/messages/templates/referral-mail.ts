import { z } from 'zod'
import { insideText, strangersName } from '../rules/names.ts'
import { referralTexts } from '../texts/referral.ts'
import { defineLetter } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { letterTexts, mailTexts } from './translator.ts'

const pages = { referrer: '/referrals', friend: '/dashboard' } as const

/** Tells a vendor of the months that a referral brought. */
export const referralMail = defineLetter({
  to: ['vendor'],
  facts: z.object({
    to: z.enum(['referrer', 'friend']),
    friend: z.string(),
    business: z.string(),
    months: z.number().int(),
  }),
  async write({ settings, origin }, { language, facts }) {
    const t = mailTexts(language)
    const own = letterTexts(referralTexts, language)
    const { to, months } = facts
    const operator = settings.operatorName
    const words = { friend: strangersName(facts.friend), count: months }
    const page = await renderPage({
      language,
      title: own(`${to}Title`, words),
      text: own(`${to}Text`, words),
      sender: null,
      logo: logoOf({ settings, origin }),
      operator,
      blocks: [],
      button: { label: own(`${to}Button`), href: origin + pages[to] },
      notes: [],
      footer: [t('footer.vendor', { operator, business: insideText(facts.business) || operator })],
    })
    return {
      ...page,
      subject: own(`${to}Subject`, words),
      senderName: null,
      replyTo: null,
      attachments: [],
    }
  },
  examples: (['referrer', 'friend'] as const).map((to) => ({
    audience: 'vendor',
    facts: { to, friend: 'Studio Erika', business: 'Studio Vera', months: 3 },
  })),
})
