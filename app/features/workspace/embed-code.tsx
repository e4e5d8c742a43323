import CodeXml from 'lucide-react/icons/code-xml'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { iconButtonClasses } from '#app/ui/button-classes.ts'
import { CopyLink } from './copy-link.tsx'

/** The line a trainer puts on their own site, behind a button that opens without script. */
export function EmbedCode({ pageUrl }: { pageUrl: string }) {
  const t = useTranslations('workspace.embed')
  const id = useId()
  const { origin, pathname } = new URL(pageUrl)
  const code = `<script async src="${origin}/embed.js" data-openspot="${pathname.slice(1)}"></script>`
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('open')}
        title={t('open')}
        className={iconButtonClasses}
      >
        <CodeXml aria-hidden="true" />
      </button>
      <section
        id={id}
        popover="auto"
        aria-labelledby={`${id}title`}
        className="fixed inset-x-0 top-16 mx-auto w-[min(34rem,calc(100vw-2rem))] rounded-card border border-line bg-raised p-5 text-ink shadow-float"
      >
        <h2 id={`${id}title`} className="text-lg">
          {t('title')}
        </h2>
        <p className="mt-1 text-muted">{t('text')}</p>
        <label className="mt-3 grid gap-1">
          <span className="font-medium">{t('code')}</span>
          <textarea
            readOnly
            rows={4}
            value={code}
            spellCheck={false}
            dir="ltr"
            className="w-full rounded-control border border-control bg-paper p-3 font-mono text-sm break-all"
          />
        </label>
        <div className="mt-2">
          <CopyLink href={code} label={t('copy')} copied={t('copied')} />
        </div>
        <p className="mt-2 text-sm text-muted">{t('one')}</p>
      </section>
    </>
  )
}
