import { pipeline, Transform, type Writable } from 'node:stream'

const headEnd = Buffer.from('</head>')
const preload = /<link rel="modulepreload"[^<>]*>/g

/**
 * Leaves the hints to fetch scripts early out of a page's head: on a slow line they would take turns with
 * what is to be seen. The scripts are imported at the end of the page all the same. Answers the way in.
 */
export function withoutPreloads(page: Writable): Writable {
  let head: Buffer | null = Buffer.alloc(0)
  const filter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head === null) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      if (!head.includes(headEnd)) return done()
      const whole = head.toString('utf8').replace(preload, '')
      head = null
      return done(null, whole)
    },
    flush(done) {
      done(null, head)
    },
  })
  // What breaks one end ends the other; the render's own error handler has the reason.
  pipeline(filter, page, () => {})
  return filter
}
