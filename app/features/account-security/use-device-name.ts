import { useTranslations } from 'use-intl'
import type { DeviceName } from './device-name.ts'

/** What a device is called on the page. */
export function useDeviceName(): (name: DeviceName) => string {
  const t = useTranslations('security.devices')
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t('name', { browser, system })
    return browser ?? system ?? t('unknown')
  }
}
