import { useTranslations } from 'use-intl'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { managerOf } from '#app/http/managing.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Route } from './+types/settings-api'

export function loader({ context }: Route.LoaderArgs) {
  managerOf(context)
  return null
}

export default function SettingsApi() {
  const t = useTranslations('settings.api')
  const entries = useTranslations('settings.entries')
  return (
    <>
      <SettingsHeader title={entries('api')} text={t('text')} />
      <details className="max-w-3xl pb-12">
        <summary className="flex min-h-11 items-center text-sm text-muted underline underline-offset-4">
          {t('operator')}
        </summary>
        <p>
          <Badge className="me-2">{t('required')}</Badge>
          {t('operatorText')}
        </p>
      </details>
    </>
  )
}
