import { manageUrl } from '#core/bookings/queries/links.ts'
import type { MailContent } from '../../integrations/mailer.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { insideText } from '../rules.ts'
import type { LinksFacts } from '../schema.ts'
import { lastDayText, whenText } from './clock-texts.ts'
import { type Group, type Row, renderPage } from './layout.ts'
import { mailTexts } from './translator.ts'

type Writer = Pick<Deps, 'origin' | 'secretKeys' | 'settings'>
type Listed = LinksFacts['coming' | 'bundles'][number]
type LinksMail = { language: Language; facts: LinksFacts }

/** Writes the mail with the manage links of all that is coming and of the bundles that can still be used. It may be about several vendors, so it comes from none of them. */
export async function writeLinksMail(deps: Writer, mail: LinksMail): Promise<MailContent> {
  const { coming, bundles } = mail.facts
  const t = mailTexts(mail.language)
  const count = new Set([...coming, ...bundles].map(({ groupId }) => groupId)).size
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
  const groupOf = (entry: Listed, rows: readonly Row[]): Group => ({
    heading: entry.classTitle,
    rows: [
      { label: t('labels.business'), value: entry.business || deps.settings.operatorName },
      ...rows,
      {
        label: `${t('labels.reference')} ${entry.reference}`,
        value: t('letters.links.button'),
        href: manageUrl(deps, entry),
      },
    ],
  })
  return [
    ...facts.coming.map((entry) =>
      groupOf(entry, [
        { label: t('labels.when'), value: whenText(t, entry, language) },
        {
          label: t('labels.spots'),
          value: entry.waiting
            ? t('labels.spotsWaiting', { count: entry.spots })
            : String(entry.spots),
        },
      ]),
    ),
    ...facts.bundles.map((entry) =>
      groupOf(entry, [
        {
          label: t('labels.bundle'),
          value: t('labels.sessionsLeft', {
            name: insideText(entry.bundleName),
            count: entry.sessionsLeft,
            until: lastDayText(entry.expiresAt, entry.zone, language),
          }),
        },
      ]),
    ),
  ]
}
