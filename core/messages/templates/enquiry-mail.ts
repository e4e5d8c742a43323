import { z } from 'zod'
import { strangersName } from '../rules/names.ts'
import { enquiryTexts } from '../texts/enquiry.ts'
import { defineLetter } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { letterTexts, mailTexts } from './translator.ts'

/** A message from the contact form, for the operator; replies go to its sender. */
export const enquiryMail = defineLetter({
  to: ['operator'],
  facts: z.object({
    enquiryId: z.uuid(),
    name: z.string(),
    email: z.string(),
    business: z.string().nullable(),
    message: z.string(),
  }),
  async write(deps, { language, facts }) {
    const t = mailTexts(language)
    const own = letterTexts(enquiryTexts, language)
    const words = { name: strangersName(facts.name) }
    const page = await renderPage({
      language,
      title: own('title', words),
      text: own('text', words),
      sender: null,
      logo: logoOf(deps),
      operator: deps.settings.operatorName,
      blocks: [
        {
          rows: [
            { label: t('labels.customer'), value: strangersName(facts.name) },
            { label: t('labels.email'), value: facts.email, href: `mailto:${facts.email}` },
            ...(facts.business === null
              ? []
              : [{ label: t('labels.company'), value: strangersName(facts.business) }]),
            { label: t('labels.message'), value: facts.message },
          ],
        },
      ],
      button: null,
      notes: [],
      footer: [t('footer.operator')],
    })
    return {
      ...page,
      subject: own('subject', {
        name: words.name,
        business: facts.business === null ? '' : `, ${strangersName(facts.business)}`,
      }),
      senderName: null,
      replyTo: { name: facts.name, address: facts.email },
      attachments: [],
    }
  },
  examples: ['Studio Erika', null].map((business) => ({
    audience: 'operator',
    facts: {
      enquiryId: '00000000-0000-4000-8000-000000000001',
      name: 'Erika',
      email: 'erika@example.com',
      business,
      message: 'Guten Tag',
    },
  })),
})
