import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { Form, useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { CopyLink } from '#app/features/workspace/copy-link.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import { shareAddress } from '#app/ui/share-address.ts'
import { useLive } from '#app/ui/use-browser.ts'

type ShareToolsProps = {
  pageUrl: string
  business: string
  /** the first steps ask for it */
  isToShare: boolean
  /** there is something to book, which the story picture shows */
  hasSessions: boolean
}

const path = '/dashboard/share'

/** The link of the page, to copy, to print and to show. */
export function ShareTools({ pageUrl, business, isToShare, hasSessions }: ShareToolsProps) {
  const t = useTranslations('overview.share')
  const w = useTranslations('workspace')
  const fetcher = useFetcher()
  const canShare = useLive() && 'share' in navigator
  const { pathname, host } = new URL(pageUrl)
  const username = pathname.slice(1)
  return (
    <div className="grid max-w-3xl gap-8 pb-12">
      <Part title={t('link')}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <a
            href={pageUrl}
            dir="ltr"
            className="inline-flex min-h-11 items-center text-lg underline underline-offset-4 wrap-anywhere"
          >
            {host}
            {pathname}
          </a>
          <CopyLink
            variant="primary"
            size="medium"
            href={pageUrl}
            onCopied={() => {
              if (isToShare) void fetcher.submit({}, { method: 'post', action: path })
            }}
          />
          <a
            href={`https://wa.me/?text=${encodeURIComponent(t('message', { name: business, url: pageUrl }))}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses({ variant: 'secondary' })}
          >
            {w('overview.whatsapp')}
          </a>
          {canShare && (
            <Button
              type="button"
              variant="secondary"
              onClick={() =>
                void shareAddress(pageUrl, { title: business, copied: w('linkCopied') })
              }
            >
              {t('send')}
            </Button>
          )}
          {isToShare && (
            <Form method="post" action={path}>
              <Button variant="quiet">{t('shared')}</Button>
            </Form>
          )}
        </div>
      </Part>
      <div className="grid items-start gap-8 sm:grid-cols-2">
        <Part title={t('qr')} text={t('qrText')}>
          <img
            src={`/og/qr/${username}.svg`}
            alt={t('qrAlt', { address: host + pathname })}
            width="240"
            height="240"
            className="size-60 rounded-control border border-line bg-white"
          />
          <div className="flex flex-wrap gap-2">
            <DownloadLink href={`/og/qr/${username}.svg`} name={`${username}-qr.svg`}>
              {t('svg')}
            </DownloadLink>
            <DownloadLink href={`/og/qr/${username}.png`} name={`${username}-qr.png`}>
              {t('png')}
            </DownloadLink>
          </div>
        </Part>
        {hasSessions && (
          <Part title={t('story')} text={t('storyText')}>
            <img
              src={`/og/story/${username}.png`}
              alt={t('storyAlt')}
              width="1080"
              height="1920"
              className="h-auto w-60 rounded-card border border-line"
            />
            <div>
              <DownloadLink href={`/og/story/${username}.png`} name={`${username}-story.png`}>
                {t('storyButton')}
              </DownloadLink>
            </div>
          </Part>
        )}
      </div>
    </div>
  )
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <div>
        <h3 className="text-lg">{title}</h3>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}

function DownloadLink({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <a
      href={href}
      download={name}
      className={buttonClasses({ variant: 'secondary', size: 'small' })}
    >
      <Download aria-hidden="true" /> {children}
    </a>
  )
}
