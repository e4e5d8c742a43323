import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

export type ZipFile = {
  /** Adds a file from its parts. */
  add(name: string, parts: AsyncIterable<Uint8Array | string>): Promise<void>
  /** The whole zip. Its space on the disk is free when the body was read or cancelled. */
  finish(): Promise<{ body: ReadableStream<Uint8Array>; bytes: number }>
  /** Gives up. */
  discard(): Promise<void>
}

const piece = 64 * 1024

/**
 * A zip that is written to the disk first: whatever fails while it is made can still be said, and a slow reader keeps neither
 * memory nor a connection of the database. The file has no name any more, so none is left behind by a process that dies.
 */
export async function createZip(folder = os.tmpdir()): Promise<ZipFile> {
  const place = path.join(folder, `openspot-${randomUUID()}.zip`)
  const file = await fs.open(place, 'wx+', 0o600)
  await fs.rm(place)
  let made: Uint8Array[] = []
  let bytes = 0
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else made.push(chunk)
  })
  async function save(): Promise<void> {
    const chunks = made
    made = []
    if (failure) throw failure
    for (const chunk of chunks) {
      await file.writeFile(chunk)
      bytes += chunk.length
    }
  }
  return {
    async add(name, parts) {
      // Node compresses outside of JavaScript, so that requests do not wait for it.
      const entry: ZipInputFile = { filename: name, compression: 8, crc: 0, size: 0 }
      zip.add(entry)
      async function* counted() {
        for await (const part of parts) {
          const written = Buffer.from(part)
          entry.crc = crc32(written, entry.crc)
          entry.size += written.length
          yield written
        }
      }
      await pipeline(
        counted,
        createDeflateRaw(),
        async (packed: AsyncIterable<Uint8Array<ArrayBuffer>>) => {
          for await (const chunk of packed) {
            entry.ondata?.(null, chunk, false)
            await save()
          }
        },
      )
      entry.ondata?.(null, new Uint8Array(), true)
      await save()
    },
    async finish() {
      zip.end()
      await save()
      let at = 0
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { bytesRead, buffer } = await file.read(new Uint8Array(piece), 0, piece, at)
          at += bytesRead
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
          if (at < bytes) return
          controller.close()
          await file.close()
        },
        cancel: () => file.close(),
      })
      return { body, bytes }
    },
    discard: () => file.close(),
  }
}
