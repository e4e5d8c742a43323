import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { loadBuild } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession } from '#tests/support/factories.ts'
import { startLivePlace } from '#tests/support/live.ts'

test('a visitor who leaves during a page affects no other request', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const ofClass = await aClass(db)
  // Enough dates that the page is larger than what a socket takes at once.
  for (let nth = 0; nth < 40; nth++) await aSession(db, { class: ofClass })
  const build = await loadBuild()
  const { origin, stop } = await startLivePlace(deps, databaseUrl, async () => build)
  const page = new URL(`/book/class/${ofClass.id}`, origin)
  // An unhandled error would end the process and this run.
  for (let nth = 0; nth < 20; nth++) await leaveAtFirstBytes(page)
  const answer = await fetch(page)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('</html>')
  await stop()
})

async function leaveAtFirstBytes({ port, pathname, host }: URL) {
  const socket = net.connect(Number(port), '127.0.0.1')
  // A compressed answer tells the page why it is no longer wanted: with an error.
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\n\r\n`)
  await once(socket, 'data')
  socket.resetAndDestroy()
  await pause(20)
}
