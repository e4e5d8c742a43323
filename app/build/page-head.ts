import { pipeline, Transform, type Writable } from 'node:stream'

const headEnd = '</head>'
const preload = /<link rel="modulepreload"[^<>]*>/g

/**
 * Finishes the head of a public page on its way out. Hints to fetch scripts early are left out: on a slow line
 * they would take turns with what is to be seen, and the scripts are imported at the end of the page all the
 * same. What is only for readers of the head is added to it.
 */
export function withHead(page: Writable, added: string): Writable {
  let head: Buffer | null = Buffer.alloc(0)
  const filter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head === null) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      if (!head.includes(headEnd)) return done()
      const whole = head
        .toString('utf8')
        .replace(preload, '')
        .replace(headEnd, () => added + headEnd)
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
