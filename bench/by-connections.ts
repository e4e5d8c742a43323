/** The instructions on a child process's standard input. */
export async function readJob(): Promise<unknown> {
  let text = ''
  for await (const piece of process.stdin) text += String(piece)
  return JSON.parse(text)
}

export type Outcome = { done: number; refused: number; failed: number }

export type Ask = {
  /** one request, and how many of what it asked for were done, refused, or neither */
  once(): Promise<Outcome>
  close(): Promise<void>
}

/** Sends requests on a number of connections for a time, and prints rate and latencies as JSON. */
export async function measureConnections(
  {
    connections,
    seconds,
    untilRefused = false,
  }: {
    connections: number
    seconds: number
    /** stops when the session is sold out */
    untilRefused?: boolean | undefined
  },
  open: () => Promise<Ask>,
): Promise<void> {
  const latencies: number[] = []
  let done = 0
  let refused = 0
  const started = performance.now()
  let until = started + seconds * 1000
  const loop = async () => {
    const { once, close } = await open()
    while (performance.now() < until) {
      const begun = performance.now()
      const outcome = await once()
      if (outcome.done > 0) latencies.push(performance.now() - begun)
      done += outcome.done
      refused += outcome.refused + outcome.failed
      if (untilRefused && outcome.refused > 0) until = 0
    }
    await close()
  }
  await Promise.all(Array.from({ length: connections }, loop))
  const took = (performance.now() - started) / 1000
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  process.stdout.write(
    JSON.stringify({ perSecond: done / took, p50: at(0.5), p99: at(0.99), refused }),
  )
}
