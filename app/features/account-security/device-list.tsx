import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { DeviceName } from './device-name.ts'
import { useDeviceName } from './use-device-name.ts'

export type DeviceShown = {
  device: string
  name: DeviceName
  used: string
  since: string
  isThis: boolean
}

/** Where the account is signed in. */
export function DeviceList({ devices }: { devices: readonly DeviceShown[] }) {
  const t = useTranslations('security.devices')
  const nameOf = useDeviceName()
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {devices.map(({ device, name, used, since, isThis }) => (
          <li key={device} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-muted" />
            <div className="min-w-0 flex-1 basis-52">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                {nameOf(name)} {isThis && <Badge tone="good">{t('here')}</Badge>}
              </p>
              <p className="text-sm text-muted">{t('used', { day: used, since })}</p>
            </div>
            {!isThis && (
              <Form method="post">
                <input type="hidden" name="device" value={device} />
                <Button
                  variant="quiet"
                  size="small"
                  name="intent"
                  value="device"
                  aria-label={t('signOutNamed', { device: nameOf(name), since })}
                >
                  {t('signOut')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 ? (
        <Form method="post">
          <Button variant="secondary" name="intent" value="others">
            {t('others')}
          </Button>
        </Form>
      ) : (
        <p className="text-muted">{t('none')}</p>
      )}
    </>
  )
}
