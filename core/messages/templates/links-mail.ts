import { manageUrl } from '#core/bookings/queries/links.ts'
import type { MailContent } from '../../integrations/mailer.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import type { LinksFacts } from '../schema.ts'
import { whenText } from './clock-texts.ts'
import { type Group, renderPage } from './layout.ts'
import { mailTexts } from './translator.ts'

type Writer = Pick<Deps, 'origin' | 'secretKeys' | 'settings'>
type LinksMail = { language: Language; facts: LinksFacts }

/** Writes the mail with the manage links of all that is coming. It may be about several vendors, so it comes from none of them. */
export async function writeLinksMail(deps: Writer, mail: LinksMail): Promise<MailContent> {
  const { coming } = mail.facts
  const t = mailTexts(mail.language)
  const count = new Set(coming.map(({ groupId }) => groupId)).size
  const page = await renderPage({
    language: mail.language,
    title: t('letters.links.title'),
    text: t('letters.links.text', { count }),
    groups: groupsOf(deps, mail),
    button: null,
    notes: [t('letters.links.note')],
    footer: [t('footer.account')],
  })
  return {
    ...page,
    subject: t('letters.links.subject'),
    senderName: null,
    replyTo: null,
    attachments: [],
  }
}

function groupsOf(deps: Writer, { language, facts }: LinksMail): Group[] {
  const t = mailTexts(language)
  return facts.coming.map((entry) => ({
    heading: entry.classTitle,
    rows: [
      { label: t('labels.business'), value: entry.business || deps.settings.operatorName },
      { label: t('labels.when'), value: whenText(t, entry, language) },
      {
        label: t('labels.spots'),
        value: entry.waiting
          ? t('labels.spotsWaiting', { count: entry.spots })
          : String(entry.spots),
      },
      {
        label: `${t('labels.reference')} ${entry.reference}`,
        value: t('letters.links.button'),
        href: manageUrl(deps, entry),
      },
    ],
  }))
}
