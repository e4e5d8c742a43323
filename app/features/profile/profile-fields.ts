import type { ProfileForm } from '#core/vendors/schema.ts'

/** Formats a profile for the fields of its form. */
export function profileFields(profile: ProfileForm): Record<string, string> {
  const { specialties, experienceYears, ...texts } = profile
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ''])),
    specialties: specialties.join(', '),
    experienceYears: experienceYears === null ? '' : String(experienceYears),
  }
}
