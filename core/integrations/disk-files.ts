import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import {
  checkedKey,
  FilesRefused,
  type FileStore,
  isKey,
  type ListedFile,
  StoreAway,
} from '#core/shared/file-store.ts'

/** Keeps files in a folder, in subfolders by the first two characters. Processes on one machine may share it. */
export function createDiskFiles(folder: string): FileStore {
  const placeOf = (key: string) => path.join(folder, checkedKey(key).slice(0, 2), key)
  return {
    async write(key, { bytes }) {
      const place = placeOf(key)
      // Readers see the old file or the new one, and after a power cut no half of it.
      const draft = `${place}.${randomUUID()}`
      try {
        await fs.mkdir(path.dirname(place), { recursive: true })
        await writeDraft(draft, bytes)
        await fs.rename(draft, place)
      } catch (error) {
        // On a full disk, drafts of every attempt would only fill it more.
        await fs.rm(draft, { force: true })
        throw isFull(error) ? new StoreAway('The disk is full.', { cause: error }) : error
      }
    },
    read: (key) => fs.readFile(placeOf(key)).catch(nullIfMissing),
    async delete(keys) {
      const refused: string[] = []
      let why: unknown
      for (const key of keys) {
        const place = placeOf(key)
        await fs.rm(place, { force: true }).catch((error: unknown) => {
          refused.push(key)
          why ??= error
        })
      }
      if (refused.length > 0) throw new FilesRefused(refused, why)
    },
    async *list() {
      const parts = await fs.readdir(folder, { withFileTypes: true }).catch(nullIfMissing)
      for (const part of parts ?? [])
        if (part.isDirectory()) yield await filesIn(path.join(folder, part.name))
    },
  }
}

async function writeDraft(draft: string, bytes: Uint8Array): Promise<void> {
  const file = await fs.open(draft, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The disk, or what this user may store on it. */
function isFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Also drafts that a killed process left behind. */
async function filesIn(folder: string): Promise<ListedFile[]> {
  const names = (await fs.readdir(folder).catch(nullIfMissing)) ?? []
  const files: ListedFile[] = []
  for (const key of names.filter(isKey)) {
    const found = await fs.stat(path.join(folder, key)).catch(nullIfMissing)
    if (found?.isFile()) files.push({ key, writtenAt: found.mtime })
  }
  return files
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
