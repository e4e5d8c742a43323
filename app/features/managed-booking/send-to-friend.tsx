import Share from 'lucide-react/icons/share-2'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { shareAddress } from '#app/ui/share-address.ts'

/** Sends the class to somebody. Needs a script. */
export function SendToFriend({ classId, title }: { classId: string; title: string }) {
  const t = useTranslations('booking.manage')

  function send() {
    const url = new URL(`/book/class/${classId}`, window.location.href).href
    return shareAddress(url, { title, copied: t('shared') })
  }

  return (
    // In the page from the start: a button that comes later would move the ones below it.
    <Button
      type="button"
      variant="secondary"
      className="noscript:hidden"
      onClick={() => void send()}
    >
      <Share aria-hidden="true" /> {t('share')}
    </Button>
  )
}
