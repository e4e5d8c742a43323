import Copy from 'lucide-react/icons/copy'
import { useTranslations } from 'use-intl'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import { copyAddress } from '#app/ui/copy-address.ts'
import { feedLinks } from '#core/feeds/rules.ts'

/** One tap to each calendar, and the address for all others. */
export function FeedLinks({ file, name }: { file: string; name: string }) {
  const t = useTranslations('booking.feed')
  const links = feedLinks(file, name)
  return (
    <div className="grid gap-3">
      <ul className="flex flex-wrap gap-3 max-sm:grid">
        <li className="contents">
          <a href={links.apple} className={buttonClasses({ variant: 'secondary' })}>
            {t('apple')}
          </a>
        </li>
        {(['google', 'outlook'] as const).map((calendar) => (
          <li key={calendar} className="contents">
            <a
              href={links[calendar]}
              target="_blank"
              rel="noreferrer"
              className={buttonClasses({ variant: 'secondary' })}
            >
              {t(calendar)}
            </a>
          </li>
        ))}
      </ul>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {t('other')}
        </summary>
        <div className="grid justify-items-start gap-3 pt-1">
          <p dir="ltr" className="text-base break-all">
            {file}
          </p>
          <Button
            type="button"
            variant="secondary"
            size="small"
            className="noscript:hidden"
            onClick={() => void copyAddress(file, { copied: t('copied'), title: t('other') })}
          >
            <Copy aria-hidden="true" className="size-4!" /> {t('copy')}
          </Button>
        </div>
      </details>
      <p className="text-base text-muted">{t('slow')}</p>
    </div>
  )
}
