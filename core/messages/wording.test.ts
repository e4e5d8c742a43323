import { emit } from '#core/events/emit.ts'
import type { Mail } from '#core/integrations/mailer.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { tell } from '#tests/support/told.ts'

const carla = 'carla@example.com'

/** The mail of a booking with a vendor that puts links wherever it can. */
async function mailOf(
  deps: Deps,
  databaseUrl: string,
  { verified = false, ...place }: { verified?: boolean; onlineUrl?: string },
): Promise<Mail> {
  const vendor = await aVendor(deps.db, {
    verified,
    businessName: 'Cheap pills at pills.example',
    contactTelegram: 'cheap_pills',
  })
  const session = await aSession(deps.db, {
    class: await aClass(deps.db, { vendor, title: 'Visit www.pills.example', ...place }),
    location: place.onlineUrl ? null : 'Order: https://pills.example/now',
    ...place,
  })
  const { purchaseId, bookingIds } = await aBooking(deps.db, {
    session,
    customer: { email: carla },
  })
  const mailer = keepMails()
  await tell(deps.db, 'approved', { purchaseId, bookingIds })
  await work(databaseUrl, deps, mailer)
  const mail = mailer.mails.find(({ to }) => to === carla)
  if (!mail) throw new Error('no mail was sent')
  return mail
}

test('a mail of a new vendor has its words neither in the subject nor in the sender, and no foreign link', async ({
  deps,
  databaseUrl,
}) => {
  const mail = await mailOf(deps, databaseUrl, {})
  expect(JSON.stringify(mail)).not.toMatch(/pills\.example|t\.me/)
  expect(mail.senderName).toBeNull()
  expect(mail.subject).toMatch(/^Confirmed: [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d\d:\d\d$/)
  const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
  expect(links.length).toBeGreaterThan(0)
  for (const href of links) expect(href).toMatch(/^http:\/\/localhost:3000\//)
})

test('the online address of a new vendor is on the booking page, and the mail leads there', async ({
  deps,
  databaseUrl,
}) => {
  const mail = await mailOf(deps, databaseUrl, { onlineUrl: 'https://pills.example/room' })
  expect(JSON.stringify(mail)).not.toContain('pills.example')
  expect(mail.text).toMatch(/\d\d:\d\d–\d\d:\d\d\n.*http:\/\/localhost:3000\/booking\//)
})

test('a proven vendor’s mails use its own words', async ({ deps, databaseUrl }) => {
  const mail = await mailOf(deps, databaseUrl, {
    verified: true,
    onlineUrl: 'https://zoom.example/1',
  })
  expect(mail.subject).toContain('Visit www.pills.example')
  expect(mail.senderName).toBe('Cheap pills at pills.example via Openspot')
  expect(mail.text).toContain('https://zoom.example/1')
})

test('so does every vendor where the operator knows them', async ({ deps, databaseUrl }) => {
  const known = { ...deps, settings: { ...deps.settings, mailBudgets: false } }
  expect((await mailOf(known, databaseUrl, {})).subject).toContain('Visit www.pills.example')
})

test('the links a customer asks for have the words of a new vendor without its links', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const linksOf = async (verified: boolean, title: string) => {
    const vendor = await aVendor(db, { verified, businessName: `${title} by cheap.example` })
    const session = await aSession(db, { class: await aClass(db, { vendor, title }) })
    return aBooking(db, { session, customer: { email: carla } })
  }
  const { reference } = await linksOf(false, 'Visit www.pills.example')
  await linksOf(true, 'Yoga at yoga.example')
  const mailer = keepMails()
  await emit(db, 'booking.links_requested', { contact: carla, language: 'en' })
  await work(databaseUrl, deps, mailer)
  const [mail] = mailer.mails
  expect(JSON.stringify(mail)).not.toContain('pills.example')
  expect(mail?.text).toMatch(new RegExp(`booking ${reference}\n\nWith Openspot\n`))
  expect(mail?.text).toContain('Yoga at yoga.example')
  expect(mail?.text).toContain('Yoga at yoga.example by cheap.example')
})
