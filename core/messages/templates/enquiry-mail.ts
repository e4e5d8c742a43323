import type { MailContent } from '../../integrations/mailer.ts'
import type { Language } from '#core/shared/languages.ts'
import { insideText } from '../rules.ts'
import type { EnquiryFacts } from '../schema.ts'
import { renderPage } from './layout.ts'
import { mailTexts } from './translator.ts'

export type EnquiryMail = { language: Language; facts: EnquiryFacts }

/** Writes what came by the contact form; a reply goes to who wrote it. */
export async function writeEnquiryMail({ language, facts }: EnquiryMail): Promise<MailContent> {
  const t = mailTexts(language)
  const words = { name: insideText(facts.name) }
  const page = await renderPage({
    language,
    title: t('letters.enquiry.title', words),
    text: t('letters.enquiry.text', words),
    groups: [
      {
        heading: null,
        rows: [
          { label: t('labels.customer'), value: facts.name },
          { label: t('labels.email'), value: facts.email, href: `mailto:${facts.email}` },
          ...(facts.business === null
            ? []
            : [{ label: t('labels.company'), value: facts.business }]),
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
    subject: t('letters.enquiry.subject', {
      name: words.name,
      business: facts.business === null ? '' : `, ${insideText(facts.business)}`,
    }),
    senderName: null,
    replyTo: { name: facts.name, address: facts.email },
    attachments: [],
  }
}
