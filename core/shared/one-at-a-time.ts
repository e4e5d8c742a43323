import { createPlaces } from './places.ts'

/** Runs one piece of work after the other. Null: too many are waiting already, or too many of the same owner. */
export function oneAtATime(mostWaiting: number, mostOfOne = mostWaiting) {
  const takePlace = createPlaces(mostWaiting, mostOfOne)
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>, owner = ''): Promise<Result> | null => {
    const leave = takePlace(owner)
    if (!leave) return null
    const done = last.then(work).finally(leave)
    last = done.catch(() => null)
    return done
  }
}
