import Copy from 'lucide-react/icons/copy'
import { useTranslations } from 'use-intl'
import { Banner } from '#app/ui/banner.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import { copyAddress } from '#app/ui/copy-address.ts'

/** For a booking without an email address: the ways to keep its only link. `href` is the whole address. */
export function KeepLink({ href, title }: { href: string; title: string }) {
  const t = useTranslations('booking.keepLink')
  const message = encodeURIComponent(t('message', { title, href }))
  return (
    <Banner
      title={t('title')}
      text={t('text')}
      action={
        <div className="flex basis-full flex-wrap gap-2 ps-8">
          <Button
            type="button"
            variant="secondary"
            size="small"
            className="noscript:hidden"
            onClick={() => void copyAddress(href, { copied: t('copied'), title: t('title') })}
          >
            <Copy aria-hidden="true" className="size-4!" /> {t('copy')}
          </Button>
          <a
            href={`https://wa.me/?text=${message}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses({ variant: 'secondary', size: 'small' })}
          >
            {t('whatsapp')}
          </a>
          <a
            href={`mailto:?subject=${encodeURIComponent(title)}&body=${message}`}
            className={buttonClasses({ variant: 'secondary', size: 'small' })}
          >
            {t('mail')}
          </a>
        </div>
      }
    />
  )
}
