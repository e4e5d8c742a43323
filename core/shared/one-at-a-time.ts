/** Runs one piece of work after the other. Null: too many are waiting already. */
export function oneAtATime(mostWaiting: number) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> | null => {
    if (waiting >= mostWaiting) return null
    waiting += 1
    const done = last.then(work).finally(() => (waiting -= 1))
    last = done.catch(() => null)
    return done
  }
}
