import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { notify } from '#app/ui/notify.ts'
import { claimDevice, startWorker } from '#app/features/device/device.ts'
import { sendKept } from '#app/features/device/kept-marks.ts'

/** On every page of the workspace: what waits on this device is sent, and the worker is there when the network is not. */
export function OnDevice({ account }: { account: string }) {
  const t = useTranslations('attendance.kept')
  // The list sends its marks itself, and says more about them.
  const isList = /^\/dashboard\/(?:today|sessions\/)/.test(useLocation().pathname)
  useEffect(() => {
    const begin = async () => {
      await claimDevice(account)
      await startWorker()
      if (isList) return
      const { refused } = await sendKept(account)
      if (refused > 0)
        notify({ tone: 'bad', title: t('refused', { count: refused }), text: t('refusedText') })
    }
    // A browser without a store keeps nothing, and the workspace works as before.
    void begin().catch(() => {})
  }, [account, isList, t])
  return null
}
