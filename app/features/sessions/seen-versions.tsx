import { seenVersionsText } from '#core/bookings/rules/seen.ts'

/** Sends the session versions that the page showed. */
export function SeenVersions({ of }: { of: readonly { id: string; version: number }[] }) {
  // Browsers restore fields on reload; this one must keep the new versions.
  return <input type="hidden" name="seenVersions" value={seenVersionsText(of)} autoComplete="off" />
}
