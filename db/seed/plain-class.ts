import { type ClassForm, classSchema } from '#core/classes/schema.ts'

type Named = Pick<ClassForm, 'title' | 'maxStudents' | 'durationMinutes' | 'startDate'>

/** What a class form says when only these fields are filled in; all others are as the form leaves them. */
export function plainClass({
  priceMinor = 0,
  currency = 'EUR',
  ...typed
}: Named & Partial<ClassForm>): ClassForm {
  return { ...classSchema({ currency, language: 'en' }).parse(typed), priceMinor }
}
