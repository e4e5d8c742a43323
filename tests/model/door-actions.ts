import fc from 'fast-check'
import { opensMinutesBefore } from '#core/attendance/rules.ts'
import type { Call } from './actions.ts'
import { pick } from './drawing.ts'
import { at, latest } from './known.ts'
import { type SpotState, type State } from './state.ts'

/** A drawn action that knows what the model knows, so that it is about to happen to a session that begins. */
export type DoorAction = {
  text: string
  call: (state: State) => Call | null
}

const opensAt = (state: State, { session }: SpotState) =>
  at(state.sessions, session).startsAt - opensMinutesBefore

const isHeld = ({ status, deleted }: SpotState) =>
  !deleted && (status === 'confirmed' || status === 'completed')

/** So far ahead that the bundles and requests of the run are not all over. */
const mostMinutes = 300

const stepMinutes = 5

/** Time passes until the list of the next session with somebody in it is open; null when that is far ahead. */
const waitAtTheDoor: fc.Arbitrary<DoorAction> = fc.constant({
  text: 'time passes until a list opens',
  call: (state) => {
    const ahead = state.spots
      .filter(isHeld)
      .map((spot) => opensAt(state, spot) - state.now)
      .filter((minutes) => minutes > 0 && minutes <= mostMinutes)
    if (ahead.length === 0) return null
    return {
      kind: 'timePasses',
      minutes: Math.ceil(Math.min(...ahead) / stepMinutes) * stepMinutes,
    }
  },
})

/** A mark for somebody whose session is about to begin, or has begun. */
const markAtTheDoor: fc.Arbitrary<DoorAction> = fc
  .record({
    spot: pick,
    mark: fc.constantFrom('came' as const, 'came' as const, 'no_show' as const, null),
  })
  .map((drawn) => ({
    text: `mark at the door ${JSON.stringify(drawn)}`,
    call: (state) => {
      const there = [...state.spots.keys()].filter((index) => {
        const spot = at(state.spots, index)
        return isHeld(spot) && state.now >= opensAt(state, spot)
      })
      if (there.length === 0) return null
      const spot = at(there, latest(there.length, drawn.spot))
      return { kind: 'mark', who: 'owner', spot, mark: drawn.mark }
    },
  }))

export const atTheDoor = fc.oneof(waitAtTheDoor, { weight: 3, arbitrary: markAtTheDoor })
