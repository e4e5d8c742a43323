import { useTranslations } from 'use-intl'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { CopyLink } from './copy-link.tsx'

/** The line a trainer puts on their own site. */
export function EmbedCode({ pageUrl }: { pageUrl: string }) {
  const t = useTranslations('workspace.embed')
  const { origin, pathname } = new URL(pageUrl)
  const code = `<script async src="${origin}/embed.js" data-openspot="${pathname.slice(1)}"></script>`
  return (
    <Card as="section" id="embed" aria-labelledby="embed-title" className="mb-12 max-w-3xl">
      <CardHeader level={3} id="embed-title" title={t('title')} text={t('text')} />
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
      <div className="mt-2">
        <CopyLink href={code} label={t('copy')} copied={t('copied')} />
      </div>
      <p className="mt-2 text-sm text-muted">{t('one')}</p>
    </Card>
  )
}
