import { copyAddress } from './copy-address.ts'
import { notify } from './notify.ts'

/** Sends an address: by the phone's own sheet, elsewhere through the clipboard. */
export async function shareAddress(
  url: string,
  { copied, ...said }: { title: string; text?: string; copied: string },
): Promise<void> {
  if (!('share' in navigator)) return copyAddress(url, { copied, title: said.title })
  try {
    await navigator.share({ ...said, url })
  } catch (error) {
    // Closing the phone's sheet is a change of mind; anything else shows the link itself.
    if (error instanceof DOMException && error.name === 'AbortError') return
    notify({ title: said.title, text: url })
  }
}
