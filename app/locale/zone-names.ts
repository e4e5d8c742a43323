import { renamedZones } from '#core/shared/renamed-zones.ts'

/** The name a zone has today, where the runtime knows it. */
export function currentZone(zone: string): string {
  const name = renamedZones[zone]
  if (name === undefined) return zone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions() && name
  } catch {
    return zone
  }
}
