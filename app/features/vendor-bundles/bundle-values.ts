import { bundleDefaults } from '#core/entitlements/schema.ts'

/** A bundle form as text, field by field; a box that is not ticked is ''. */
export type BundleValues = {
  name: string
  sessionCount: string
  price: string
  expiryDays: string
  expiryStarts: string
  isActive: string
}

export const emptyBundle: BundleValues = {
  name: '',
  sessionCount: String(bundleDefaults.sessionCount),
  price: '',
  expiryDays: String(bundleDefaults.expiryDays),
  expiryStarts: bundleDefaults.expiryStarts,
  isActive: bundleDefaults.isActive ? 'on' : '',
}

/** What was typed, to fill the form with again. */
export function typedBundle(form: FormData): BundleValues {
  const text = (name: keyof BundleValues) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 300) : ''
  }
  return {
    name: text('name'),
    sessionCount: text('sessionCount'),
    price: text('price'),
    expiryDays: text('expiryDays'),
    expiryStarts: text('expiryStarts'),
    isActive: text('isActive'),
  }
}
