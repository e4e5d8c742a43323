import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { Link, useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { ShareWeek } from '#app/features/calendar/share-week.tsx'
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
  /** the sessions of the next days as a message */
  text: string
  embedCode: string
}

const path = '/dashboard/share'

/** The link of the page and the next sessions, to copy, to print and to show. */
export function ShareTools({
  pageUrl,
  business,
  isToShare,
  hasSessions,
  text,
  embedCode,
}: ShareToolsProps) {
  const t = useTranslations('overview.share')
  const w = useTranslations('workspace')
  const overview = useTranslations('overview')
  const c = useTranslations('calendar')
  const fetcher = useFetcher()
  const canShare = useLive() && 'share' in navigator
  const { pathname, host } = new URL(pageUrl)
  const username = pathname.slice(1)
  const markShared = () => {
    if (isToShare) void fetcher.submit({}, { method: 'post', action: path })
  }
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
          <CopyLink variant="primary" size="medium" href={pageUrl} onCopied={markShared} />
          <a
            href={`https://wa.me/?text=${encodeURIComponent(t('message', { name: business, url: pageUrl }))}`}
            target="_blank"
            rel="noreferrer"
            onClick={markShared}
            className={buttonClasses({ variant: 'secondary' })}
          >
            {overview('whatsapp')}
          </a>
          {canShare && (
            <Button
              type="button"
              variant="secondary"
              onClick={() => {
                markShared()
                void shareAddress(pageUrl, { title: business, copied: w('linkCopied') })
              }}
            >
              {t('send')}
            </Button>
          )}
        </div>
      </Part>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-8 sm:gap-x-8">
        <Part title={t('qr')} text={t('qrText')}>
          <img
            src={`/og/qr/${username}.svg`}
            alt={t('qrAlt', { address: host + pathname })}
            width="240"
            height="240"
            className="aspect-square h-auto w-full max-w-60 rounded-control border border-line bg-white"
          />
          <div className="flex flex-wrap gap-2">
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
              className="h-auto w-full max-w-60 rounded-card border border-line"
            />
            <div>
              <DownloadLink href={`/og/story/${username}.png`} name={`${username}-story.png`}>
                {t('storyButton')}
              </DownloadLink>
            </div>
          </Part>
        )}
      </div>
      <div className="divide-y divide-line border-y border-line">
        {hasSessions && <ShareWeek title={c('share.titleNext')} text={text} />}
        <Link
          to="/dashboard/calendar/print?days=7"
          className="flex min-h-11 items-center underline underline-offset-4"
        >
          {c('print')}
        </Link>
        <EmbedCode code={embedCode} />
      </div>
    </div>
  )
}

/** The line a trainer puts on their own site. */
function EmbedCode({ code }: { code: string }) {
  const t = useTranslations('overview.embed')
  const o = useTranslations('overview.share')
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        {o('embed')}
      </summary>
      <div className="grid max-w-3xl gap-3 pt-1 pb-6">
        <p className="text-muted">{t('text')}</p>
        <label className="grid gap-1">
          <span className="font-medium">{t('code')}</span>
          <textarea
            readOnly
            rows={3}
            value={code}
            spellCheck={false}
            dir="ltr"
            className="w-full rounded-control border border-control bg-paper p-3 font-mono text-sm break-all"
          />
        </label>
        <div>
          <CopyLink href={code} label={t('copy')} copied={t('copied')} />
        </div>
        <p className="text-sm text-muted">{t('one')}</p>
      </div>
    </details>
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
