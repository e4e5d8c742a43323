import { seenText } from '#core/bookings/rules/seen.ts'

/** Sends what the page showed, one field for a form. */
export function Seen({ of }: { of: Parameters<typeof seenText>[0] }) {
  // Browsers restore fields on reload; this one must keep what the page shows now.
  return <input type="hidden" name="seen" value={seenText(of)} autoComplete="off" />
}
