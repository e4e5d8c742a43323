import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import {
  checkedKey,
  FilesRefused,
  type FileStore,
  isKey,
  type ListedFile,
} from '#core/shared/file-store.ts'

/** Keeps files in a folder, in subfolders by the first two characters. Processes on one machine may share it. */
export function createDiskFiles(folder: string): FileStore {
  const placeOf = (key: string) => path.join(folder, checkedKey(key).slice(0, 2), key)
  return {
    async write(key, { bytes }) {
      const place = placeOf(key)
      await fs.mkdir(path.dirname(place), { recursive: true })
      // Readers see the old file or the new one, and after a power cut no half of it.
      const draft = `${place}.${randomUUID()}`
      const file = await fs.open(draft, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await fs.rename(draft, place)
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
