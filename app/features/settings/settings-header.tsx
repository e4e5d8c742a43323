import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'

type SettingsHeaderProps = {
  title: string
  text?: ReactNode
  actions?: ReactNode
  /** Beside the list of all settings, which a phone does not show. */
  listed?: boolean
}

/** The head of one page of the settings. */
export function SettingsHeader({ listed = true, ...header }: SettingsHeaderProps) {
  const t = useTranslations('settings')
  const back = { to: '/settings', label: t('toList'), narrow: true }
  return <SectionHeader {...header} {...(listed && { back })} />
}
