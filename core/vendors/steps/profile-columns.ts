import type { ProfileForm } from '../schema.ts'

/** The columns of a vendor that its profile sets; the full name belongs to the person. */
export function profileColumns(form: ProfileForm) {
  return {
    businessName: form.businessName,
    location: form.location,
    description: form.description,
    specialties: form.specialties,
    experienceYears: form.experienceYears,
    serviceAreas: form.serviceAreas,
    website: form.website,
    socialInstagram: form.instagram,
    socialFacebook: form.facebook,
    socialTwitter: form.twitter,
  }
}
