import { listToRemind, type ToRemind } from '#core/messages/queries/reminders.ts'
import { shortReminder } from '#core/messages/templates/reminder-mail.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { phoneText } from '#core/shared/phone-text.ts'
import { wallClockOf } from '#core/shared/time.ts'
import type { PersonToRemind } from './remind-list.tsx'

/** Those who come tomorrow and have only a phone. Several sessions of one person are one reminder. */
export async function listPeopleToRemind(
  deps: Deps,
  of: { vendorId: VendorId; zone: string; now: Date },
  userId: string,
): Promise<PersonToRemind[]> {
  const spots = await listToRemind(deps, of)
  const people = Map.groupBy(spots, ({ customerPhone, customerName }) =>
    JSON.stringify([customerPhone, customerName]),
  )
  return [...people.values()].flatMap(([first, ...more]) =>
    first ? personOf(deps, [first, ...more], userId) : [],
  )
}

function personOf(
  deps: Deps,
  spots: readonly [ToRemind, ...ToRemind[]],
  userId: string,
): PersonToRemind {
  const [{ customerName: name, customerPhone: phone }] = spots
  const sessions = new Map(
    spots.map(({ classTitle, startsAt, zone }) => {
      const { date, time } = wallClockOf(startsAt, zone)
      return [`${classTitle} ${time}`, { classTitle, date, startTime: time }]
    }),
  )
  return {
    bookingIds: spots.map(({ bookingId }) => bookingId),
    name,
    phone,
    phoneText: phoneText(phone),
    sessions: [...sessions.values()],
    text: shortReminder(deps, spots, { userId }),
  }
}
