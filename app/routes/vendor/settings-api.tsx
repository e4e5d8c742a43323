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
  return (
    <>
      <SettingsHeader title={t('title')} text={t('text')} />
      <div className="grid max-w-2xl gap-6 pb-12">
        <section>
          <h3 className="text-lg">{t('you')}</h3>
          <p>{t('youText')}</p>
        </section>
        <section>
          <h3 className="text-lg">{t('operator')}</h3>
          <p>
            <Badge className="me-2">{t('required')}</Badge>
            {t('operatorText')}
          </p>
        </section>
      </div>
    </>
  )
}
