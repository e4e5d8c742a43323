import { useTranslations } from 'use-intl'
import { CalendarCard } from '#app/features/settings/calendar-card.tsx'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { managerOf } from '#app/http/managing.ts'
import type { Route } from './+types/settings-legacy'

export function loader({ context }: Route.LoaderArgs) {
  managerOf(context)
  return null
}

export default function SettingsLegacy() {
  const t = useTranslations('settings.legacy')
  const entries = useTranslations('settings.entries')
  return (
    <>
      <SettingsHeader title={entries('legacy')} text={t('text')} />
      <div className="max-w-3xl pb-12">
        <CalendarCard />
      </div>
    </>
  )
}
