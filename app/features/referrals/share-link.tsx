import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { CopyLink } from '#app/features/workspace/copy-link.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { shareAddress } from '#app/ui/share-address.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { monthsPerReferral } from '#core/referrals/rules.ts'

/** The referral link, to copy and to send. Without a script, it can be selected, and all but the device's own sharing works. */
export function ShareLink({ link }: { link: string }) {
  const t = useTranslations('referrals')
  const w = useTranslations('workspace')
  const root = useRouteLoaderData<{ operatorName: string }>('root')
  const canShare = useLive() && 'share' in navigator
  const words = { operator: root?.operatorName ?? 'Openspot', months: monthsPerReferral }
  const title = t('message.title', words)
  const text = t('message.text', words)
  const q = encodeURIComponent
  const body = t('message.body', { text, url: link })
  return (
    <Card as="section" aria-labelledby="share-link" className="grid content-start gap-4">
      <h3 id="share-link" className="sr-only">
        {t('share')}
      </h3>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          name="link"
          label={t('link')}
          value={link}
          readOnly
          dir="ltr"
          className="min-w-0 grow basis-64"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyLink href={link} label={t('copy')} variant="primary" size="medium" />
      </div>
      <ul className="flex flex-wrap gap-2" aria-label={t('share')}>
        <li>
          <a
            href={`mailto:?subject=${q(title)}&body=${q(body)}`}
            className={buttonClasses({ variant: 'secondary', size: 'small' })}
          >
            {t('email')}
          </a>
        </li>
        {(['whatsapp', 'telegram', 'facebook', 'twitter', 'linkedin'] as const).map((name) => (
          <li key={name}>
            <a
              href={shareUrls[name](q(link), q(text))}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('opens', { name: t(name) })}
              className={buttonClasses({ variant: 'secondary', size: 'small' })}
            >
              {t(name)}
            </a>
          </li>
        ))}
        {canShare && (
          <li>
            <Button
              type="button"
              variant="secondary"
              size="small"
              onClick={() => void shareAddress(link, { title, text, copied: w('linkCopied') })}
            >
              {t('more')}
            </Button>
          </li>
        )}
      </ul>
    </Card>
  )
}

const shareUrls = {
  whatsapp: (url: string, text: string) => `https://wa.me/?text=${text}%20${url}`,
  telegram: (url: string, text: string) => `https://t.me/share/url?url=${url}&text=${text}`,
  facebook: (url: string) => `https://www.facebook.com/sharer/sharer.php?u=${url}`,
  twitter: (url: string, text: string) =>
    `https://twitter.com/intent/tweet?text=${text}&url=${url}`,
  linkedin: (url: string) => `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
}
