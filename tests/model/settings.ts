import fc from 'fast-check'

// A failure prints its seed, the path to the shrunk case and the commands that failed, for example
//   { seed: -1819918769, path: "12:1:0", endOnFailure: true }   …   /*replayPath="AAB:F"*/
// To run exactly that again:
//   MODEL_SEED=-1819918769 MODEL_PATH=12:1:0 MODEL_REPLAY=AAB:F npx vitest run --project model
// Without MODEL_PATH the whole series of the seed runs. MODEL_RUNS makes it longer or shorter.
// Without MODEL_SEED it is the seed of tests/support/seed.ts.
const { MODEL_RUNS, MODEL_PATH, MODEL_REPLAY } = process.env

// Shrinking a failure repeats it many times; a minute before the end of the test it answers with the smallest found.
const answerMs = 60_000

/** How a property runs: `usually` as often as named, or as MODEL_RUNS says. */
export function settings(usually: number) {
  const runs = MODEL_RUNS ? Number(MODEL_RUNS) : usually
  const timeout = Math.max(10 * 60_000, runs * 10_000)
  const parameters: fc.Parameters<unknown> = {
    numRuns: runs,
    ...(MODEL_PATH && { path: MODEL_PATH, endOnFailure: true }),
    ...(runs === usually && {
      interruptAfterTimeLimit: timeout - answerMs,
      markInterruptAsFailure: true,
    }),
  }
  return { parameters, timeout }
}

/** Names the commands that ran, in a failure that is run again. */
export const replay = MODEL_REPLAY ? { replayPath: MODEL_REPLAY } : {}
