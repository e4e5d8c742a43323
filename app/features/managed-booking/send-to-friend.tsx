import Share from 'lucide-react/icons/share-2'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { copyAddress } from '#app/ui/copy-address.ts'
import { notify } from '#app/ui/notify.ts'

/** Sends the class to somebody: by the phone's own sheet, elsewhere through the clipboard. Needs a script. */
export function SendToFriend({ classId, title }: { classId: string; title: string }) {
  const t = useTranslations('booking.manage')

  async function send() {
    const url = new URL(`/book/class/${classId}`, window.location.href).href
    if (!('share' in navigator)) return copyAddress(url, { copied: t('shared'), title })
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // Closing the phone's sheet is a change of mind; anything else shows the link itself.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notify({ title, text: url })
    }
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
