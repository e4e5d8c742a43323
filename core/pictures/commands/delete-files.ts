import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { pictureFiles, pictureOfFile } from '../rules.ts'

type StoreDeps = Pick<Deps, 'db' | 'files'>

const atOnce = 100

/** Deletes the files of pictures that were removed, alone or with what they belonged to. Returns how many pictures. */
export async function deleteFilesOfRemoved({ db, files }: StoreDeps): Promise<number> {
  const removed = await db
    .selectFrom('deletedPictures')
    .orderBy('deletedAt')
    .limit(atOnce)
    .select(['name', 'widths'])
    .execute()
  if (removed.length === 0) return 0
  await files.delete(removed.flatMap(pictureFiles))
  // Last: if we are killed before it, the files are deleted again.
  await db
    .deleteFrom('deletedPictures')
    .where(
      'name',
      'in',
      removed.map(({ name }) => name),
    )
    .execute()
  return removed.length
}

/** Adding a picture takes ten minutes at most; the clock of the store may be another one. */
const youngestMs = 2 * 60 * 60_000

/** Deletes files that belong to no picture: those of a process that was killed while it added one. Returns how many. */
export async function sweepFiles({ db, files }: StoreDeps, now: Date): Promise<number> {
  let deleted = 0
  for await (const page of files.list()) {
    const old = page.filter(({ writtenAt }) => now.getTime() - writtenAt.getTime() > youngestMs)
    const named = old.map(({ key }) => ({ key, name: pictureOfFile(key) }))
    const names = [...new Set(named.flatMap(({ name }) => name ?? []))]
    const { rows } = await sql<{ name: string }>`
      select name from pictures where name = any(${names})`.execute(db)
    const kept = new Set(rows.map(({ name }) => name))
    // A key of another form was not written by us.
    const orphans = named.flatMap(({ key, name }) => (name && !kept.has(name) ? [key] : []))
    await files.delete(orphans)
    deleted += orphans.length
  }
  return deleted
}
