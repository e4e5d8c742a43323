import { seenText } from '#core/bookings/rules/seen.ts'
import { addMinutes } from '#core/shared/time.ts'
import { randomUUID } from 'node:crypto'
import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { appFor } from '#tests/support/app.ts'
import { bookBy } from '#tests/support/booking-form.ts'
import { aStudio } from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aBundle, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { type Asked, combinations, onePerson } from '#tests/support/obstacles.ts'
import { apiOf } from './api-client.ts'

/** The answer without what differs between any two: ids, nonces and the email that was typed. */
async function answerOf(response: Response, email: string) {
  const body = await response.text()
  return {
    status: response.status,
    body: body
      .replaceAll(email, 'EMAIL')
      .replaceAll(encodeURIComponent(email), 'EMAIL')
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      .replace(/nonce="[^"]+"/g, 'NONCE')
      .replace(/\d{13}/g, 'NOW')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'NOW'),
  }
}

// Longer than others: it books in every combination of obstacles.
test(
  'no public answer to a booking that something else refuses tells whether a person is booked',
  { timeout: 600_000 },
  async ({ db, deps }) => {
    const app = await appFor(deps)
    const api = apiOf(deps)
    const [booked, unknown] = ['booked.person@example.com', 'nobody.at.all@example.com']
    for (const [nth, obstacles] of combinations().entries()) {
      const of = await aClass(db, { vendor: await aVendor(db) })
      const session = await aSession(db, { class: of })
      // A bundle is on sale while there is a date for each of its sessions.
      await aSession(db, { class: of, startsAt: addMinutes(session.startsAt, 7 * 24 * 60) })
      const bundle = await aBundle(db, { class: of, sessionCount: 2 })
      await aBooking(db, { session, spots: 4, customer: { email: booked } })
      const asked: Asked = {
        spots: 1,
        seenPriceMinor: of.priceMinor,
        seenVersion: 0,
        accepted: [],
        party: onePerson(),
      }
      const isForBundles =
        obstacles.length === 0 || obstacles.some(({ notForBundles }) => !notForBundles)
      for (const { raise } of obstacles) await raise(db, session, asked)
      const post = (form: Record<string, string>) =>
        app.visitor({ network: `192.0.2.${nth}` }).post(`/book/class/${of.id}`, {
          name: 'Carla',
          nonce: randomUUID(),
          ...Object.fromEntries(asked.accepted.map((condition) => [condition, 'on'])),
          ...form,
        })
      const answersFor = async (email: string) => ({
        api: await answerOf(
          await api.book({
            sessionId: session.id,
            ...asked,
            people: asked.party.people,
            extras: [...asked.party.extras],
            customer: { name: 'Carla', email, gender: asked.party.gender },
          }),
          email,
        ),
        form: await answerOf(
          await post({
            contact: email,
            sessionId: session.id,
            spots: String(asked.spots),
            seen: seenText({ priceMinor: asked.seenPriceMinor, sessions: [] }),
          }),
          email,
        ),
        bundle:
          isForBundles &&
          (await answerOf(
            await post({
              contact: email,
              bundleId: bundle.id,
              sessionId: session.id,
              leaveRest: 'on',
              seen: seenText({
                priceMinor: bundle.priceMinor + asked.seenPriceMinor - of.priceMinor,
                sessions: [],
              }),
            }),
            email,
          )),
      })
      const names = obstacles.map(({ name }) => name)
      const known = await answersFor(names.length > 0 ? booked : 'new.person@example.com')
      if (names.length > 0)
        expect({ names, ...known }).toEqual({ names, ...(await answersFor(unknown)) })
      const answers = [known.api, known.form, ...(known.bundle ? [known.bundle] : [])]
      // A booking is answered by 201 or leads to its page by 303. The form of a class leads to the facility by 302.
      const refused = answers.map(({ status }) => status !== 201 && status !== 303)
      expect({ names, refused }).toEqual({ names, refused: refused.map(() => names.length > 0) })
    }
  },
)

test('the privacy policy lists every cookie the product sets', async ({ db, deps }) => {
  const app = await appFor(deps)
  const { class: yoga } = await aSession(db)
  const visitor = await registered(app, deps)
  const names = new Set<string>()
  const note = (answer: Response) => {
    for (const line of answer.headers.getSetCookie())
      if (!/;\s*max-age=0/i.test(line)) names.add(line.slice(0, line.indexOf('=')))
  }
  note(await signInWith(visitor, wholeForm.email, password))
  note(await visitor.post('/theme', { theme: 'dark' }))
  note(await visitor.post('/language', { language: 'de' }))
  note(await visitor.get(`/book/class/${yoga.id}`))
  note(await visitor.get('/classes?place=Berlin'))
  const studio = await aStudio(deps)
  note(await bookBy((await appFor(studio.deps)).visitor(), studio.session))
  note(await visitor.post('/signout'))
  note(await visitor.get('/register?ref=FRIEND-1'))
  // The script of a page sets it, for a reader on another clock: tests/e2e/still.test.ts.
  names.add('zone')
  const listed = await (await app.visitor().get('/privacy-policy')).text()
  const shown = [...listed.matchAll(/<code[^>]*>([^<]*)<\/code>/g)].map(([, name]) => name ?? '')
  expect(shown.toSorted()).toEqual([...names].toSorted())
})
