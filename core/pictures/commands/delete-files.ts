import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { FilesRefused } from '#core/shared/file-store.ts'
import { pictureFiles, pictureOfFile } from '../rules.ts'

type StoreDeps = Pick<Deps, 'db' | 'files'>

const atOnce = 100

/**
 * Deletes the files of pictures that were removed, alone or with what they belonged to. Returns how many pictures. Those
 * that the store does not delete are passed over, and asked for again the next time.
 */
export async function deleteFilesOfRemoved({ db, files }: StoreDeps): Promise<number> {
  const passed: string[] = []
  let deleted = 0
  let refusal: FilesRefused | null = null
  for (;;) {
    const removed = await db
      .selectFrom('deletedPictures')
      .where(sql<boolean>`name <> all(${passed}::text[])`)
      .orderBy('deletedAt')
      .limit(atOnce)
      .select(['name', 'widths'])
      .execute()
    if (removed.length === 0) break
    const refused = await deleteAllowed(files, removed.flatMap(pictureFiles))
    const isHeld = (picture: (typeof removed)[number]) =>
      pictureFiles(picture).some((key) => refused?.keys.includes(key))
    const gone = removed.filter((picture) => !isHeld(picture)).map(({ name }) => name)
    // It does not say of which pictures.
    if (refused && gone.length === removed.length) throw refused
    // Last: if we are killed before it, the files are deleted again.
    await db
      .deleteFrom('deletedPictures')
      .where(sql<boolean>`name = any(${gone}::text[])`)
      .execute()
    deleted += gone.length
    if (!refused) break
    refusal ??= refused
    passed.push(...removed.filter(isHeld).map(({ name }) => name))
  }
  if (refusal) throw refusal
  return deleted
}

/** Deletes what the store lets go of; null: everything. */
async function deleteAllowed(
  files: StoreDeps['files'],
  keys: readonly string[],
): Promise<FilesRefused | null> {
  try {
    await files.delete(keys)
    return null
  } catch (error) {
    if (error instanceof FilesRefused) return error
    throw error
  }
}

/** Adding a picture takes ten minutes at most; the clock of the store may be another one. */
const youngestMs = 2 * 60 * 60_000

/**
 * Deletes files that belong to no picture: those of a process that was killed while it added one. Returns how many. Throws at
 * the end if the store did not delete some.
 */
export async function sweepFiles({ db, files }: StoreDeps, now: Date): Promise<number> {
  let deleted = 0
  let refusal: FilesRefused | null = null
  for await (const page of files.list()) {
    const old = page.filter(({ writtenAt }) => now.getTime() - writtenAt.getTime() > youngestMs)
    const named = old.map(({ key }) => ({ key, name: pictureOfFile(key) }))
    const names = [...new Set(named.flatMap(({ name }) => name ?? []))]
    const { rows } = await sql<{ name: string }>`
      select name from pictures where name = any(${names})`.execute(db)
    const kept = new Set(rows.map(({ name }) => name))
    // A key of another form was not written by us.
    const orphans = named.flatMap(({ key, name }) => (name && !kept.has(name) ? [key] : []))
    const refused = await deleteAllowed(files, orphans)
    refusal ??= refused
    deleted += orphans.length - (refused?.keys.length ?? 0)
  }
  if (refusal) throw refusal
  return deleted
}
