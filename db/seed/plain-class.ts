import { type ClassForm, classSchema } from '#core/classes/schema.ts'

type Named = Pick<ClassForm, 'title' | 'maxStudents' | 'durationMinutes' | 'startDate'>

const typedNowhere = classSchema({ currency: 'EUR', language: 'en' })

/** What a class form says when only these fields are filled in; all others are as the form leaves them. */
export function plainClass({ priceMinor = 0, ...typed }: Named & Partial<ClassForm>): ClassForm {
  return { ...typedNowhere.parse(typed), priceMinor }
}
