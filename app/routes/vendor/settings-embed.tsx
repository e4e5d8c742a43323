import { useTranslations } from 'use-intl'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { CopyLink } from '#app/features/workspace/copy-link.tsx'
import { managerOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/settings-embed'

export function loader({ context }: Route.LoaderArgs) {
  const { username } = managerOf(context).vendor
  if (username === null) throw notFound()
  const { origin } = depsOf(context)
  return {
    code: `<script async src="${origin}/embed.js" data-openspot="${username}"></script>`,
  }
}

/** The line a trainer puts on their own site. */
export default function SettingsEmbed({ loaderData: { code } }: Route.ComponentProps) {
  const t = useTranslations('workspace.embed')
  const entries = useTranslations('settings.entries')
  return (
    <>
      <SettingsHeader title={entries('embed')} text={t('text')} />
      <Card as="section" aria-label={entries('embed')} className="mb-12 max-w-3xl">
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
    </>
  )
}
