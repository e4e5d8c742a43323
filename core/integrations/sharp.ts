type Sharp = Awaited<ReturnType<typeof load>>

async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // One thread for each picture: the others are for requests.
  sharp.concurrency(1)
  return sharp
}

let loading: Promise<Sharp> | null = null

/** Loaded with the first picture: it takes a tenth of a second and memory that most processes never need. */
export function loadSharp(): Promise<Sharp> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
