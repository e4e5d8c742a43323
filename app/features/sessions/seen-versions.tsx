import { seenVersionsText } from '#core/bookings/rules.ts'

/** Says with a form when and where its page said the sessions are. */
export function SeenVersions({ of }: { of: readonly { id: string; version: number }[] }) {
  // A browser that fills a reloaded page in again must not bring back what an earlier page said.
  return <input type="hidden" name="seenVersions" value={seenVersionsText(of)} autoComplete="off" />
}
