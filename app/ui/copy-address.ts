import { notify } from './notify.ts'

/** Puts an address on the clipboard. Where the browser refuses, the address is shown under `title`, to copy it by hand. */
export async function copyAddress(href: string, said: { copied: string; title: string }) {
  try {
    await navigator.clipboard.writeText(href)
    notify({ tone: 'good', title: said.copied })
  } catch {
    notify({ title: said.title, text: href })
  }
}
