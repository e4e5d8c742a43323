import Share from 'lucide-react/icons/share-2'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { shareAddress } from '#app/ui/share-address.ts'

/** Sends a session, or a class, to somebody: by the phone's own sheet, elsewhere through the clipboard. Needs a script. */
export function SendToFriend({
  path,
  title,
  wide,
}: {
  path: string
  title: string
  wide: boolean
}) {
  const t = useTranslations('booking.manage')

  function send() {
    const url = new URL(path, window.location.href).href
    return shareAddress(url, { title, copied: t('shared') })
  }

  return (
    // In the page from the start: a button that comes later would move the ones below it.
    <Button
      type="button"
      variant="secondary"
      className={cx('noscript:hidden', wide && 'max-sm:col-span-2')}
      onClick={() => void send()}
    >
      <Share aria-hidden="true" /> {t('share')}
    </Button>
  )
}
