import { LRUCache } from 'lru-cache'
import { redirect } from 'react-router'
import type { Deps } from '#core/shared/deps.ts'
import { findPicture } from '#core/telegram/commands/find-picture.ts'
import { splitAddress } from '#core/telegram/rules.ts'

// A list shows the same people on every visit. Each picture is asked for once in ten minutes.
const kept = new LRUCache<string, { bytes: Uint8Array<ArrayBuffer> | null }>({
  max: 300,
  maxSize: 8_000_000,
  sizeCalculation: ({ bytes }) => (bytes?.byteLength ?? 0) + 100,
  ttl: 10 * 60_000,
})

/** One of the five avatars, for people whose picture cannot be had. */
export const stockPicture = (number: number) => `/avatars/${(number % 5) + 1}.svg`

/** The picture of a person on Telegram, through this server: a browser never asks Telegram for it. */
export async function readPicture(deps: Deps, address: string): Promise<Response> {
  const found = kept.get(address) ?? (await find(deps, address))
  if (found.bytes === null)
    return redirect(stockPicture(splitAddress(address)?.telegramId ?? 0), {
      headers: { 'cache-control': 'private, max-age=60' },
    })
  return new Response(found.bytes, {
    headers: {
      'content-type': typeOf(found.bytes),
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  })
}

async function find(deps: Deps, address: string) {
  const found = { bytes: await findPicture(deps, address) }
  // Telegram may have failed: it is asked again soon.
  kept.set(address, found, found.bytes === null ? { ttl: 60_000 } : {})
  return found
}

const typeOf = (bytes: Uint8Array) => (bytes[0] === 0x89 ? 'image/png' : 'image/jpeg')
