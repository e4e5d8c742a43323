import type { Db } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'

/** Sets the language of a user's workspace and of the emails to them. */
export async function chooseLanguage(
  db: Db,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ language, updatedAt: eb.fn<Date>('now') }))
    .where('id', '=', userId)
    .where('language', '<>', language)
    .execute()
}
