/** Node's error for a request whose client closed the connection before all of the body was there. */
export function isClientGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.message === 'aborted' &&
    'code' in error &&
    error.code === 'ECONNRESET'
  )
}
