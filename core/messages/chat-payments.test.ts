import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { confirmRequest } from '#core/bookings/commands/answer-request.ts'
import { letGo, openHold } from '#core/cards/commands/pay.ts'
import type { Db } from '#core/shared/db.ts'
import {
  aStudio,
  book,
  good,
  linkOf,
  of,
  sessionIn,
  settleAll,
  type Studio,
} from '#tests/support/cards.ts'
import { expect } from '#tests/support/database.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { carla, siteBot, test } from '#tests/support/telegram.ts'

const chat = `700000100:${carla.id}`

/** The customer has booked after a login at Telegram: its news goes to the chat. */
async function onTelegram(db: Db, { purchaseId }: { purchaseId: string }) {
  await sql`insert into telegram_chats (bot_id, telegram_id, name) values (700000100, ${carla.id}, 'Carla')
    on conflict do nothing`.execute(db)
  await db
    .updateTable('purchases')
    .set({ customerTelegram: chat, customerTelegramName: '@carla_w', bookingMethod: 'telegram' })
    .where('id', '=', purchaseId)
    .execute()
}

test('a chat has a button that leads to what is to be paid, says until when, and calls nothing booked before', async ({
  db,
  databaseUrl,
  site,
  fake,
}) => {
  // Telegram makes buttons of public addresses only.
  const there = { ...site, origin: 'https://studio.example.com' }
  fake.chat(siteBot.username, carla.id).isStarted = true
  const said = async () => {
    await work(databaseUrl, there, keepMails())
    const { text = '', buttons = [] } = fake.chat(siteBot.username, carla.id).said.at(-1) ?? {}
    return { text, buttons: buttons.flat() }
  }
  const toPage = (label: string) => ({
    text: label,
    url: expect.stringMatching(/^https:\/\/studio\.example\.com\/booking\/\w{10}\?token=/),
  })

  const requests = await aStudio(there, { confirmationMode: 'manual' })
  const request = await book(requests)
  await onTelegram(db, request)
  const bookingIds = request.spots.map(({ id }) => id)
  await confirmRequest(db, { vendorId: requests.vendor.id, bookingIds })
  const asked = await said()
  expect(asked.text).toContain('One step left: your payment')
  expect(asked.text).toMatch(/Pay by card by .*\d{1,2}:\d\d.* yours/)
  expect(asked.buttons[0]).toMatchObject(toPage('Pay €20'))
  expect(asked.text).not.toMatch(/You’re booked|confirmed your booking/)
  await emit(db, 'booking.links_requested', { contact: chat, language: 'en' })
  const listed = await said()
  expect(listed.text).toMatch(/Held until .*, not paid yet/)
  expect(listed.text).not.toContain('Waiting for confirmation')
  expect(listed.buttons).toMatchObject([toPage('Pay €20')])
  await sql`update purchases set customer_telegram = null, customer_telegram_name = null, booking_method = 'email'`.execute(
    db,
  )
  // The chat hears that it is disconnected: before the next message, not beside it.
  expect((await said()).text).toContain('Disconnected')

  const studio = await aStudio(there)
  const held = await book(studio, { key: 'held', spots: 2 })
  await openHold(studio.deps, of(studio, held))
  await onTelegram(db, held)
  await emit(db, 'booking.links_requested', { contact: chat, language: 'en' })
  const hold = await said()
  expect(hold.text).toMatch(/2 spots, held until .*, not paid yet/)
  expect(hold.buttons).toMatchObject([toPage('Pay €40')])
  await letGo(studio.deps, linkOf(studio, held))

  const choice = await aStudio(there, { pays: 'choice' })
  const owed = await book(choice, { key: 'owed' })
  await onTelegram(db, owed)
  const booked = await said()
  expect(booked.text).toContain('You can pay by card')
  expect(booked.buttons.map(({ text }) => text).slice(0, 2)).toEqual([
    'See your booking',
    'Pay €20',
  ])
})

test('the mail of a request says how it is paid once it is confirmed', async ({
  deps,
  databaseUrl,
}) => {
  const told = async (pays: 'studio' | 'card' | 'choice') => {
    const studio = await aStudio(deps, { pays, confirmationMode: 'manual' })
    await book(studio, { key: pays })
    const mailer = keepMails()
    await work(databaseUrl, studio.deps, mailer)
    return mailer.mails.find(({ to }) => to === `${pays}@example.com`)?.text
  }
  expect(await told('card')).toMatch(/You pay by card once .+ has confirmed\./)
  expect(await told('choice')).toMatch(/Once .+ has confirmed, you pay by card or directly\./)
  expect(await told('studio')).toMatch(/You pay .+ directly\./)
})

test('the vendor is told whether a new booking was paid by card, or what to collect', async ({
  deps,
  databaseUrl,
}) => {
  const told = async (studio: Studio) => {
    const mailer = keepMails()
    await work(databaseUrl, studio.deps, mailer)
    return mailer.mails.find(({ to }) => to === studio.vendor.email)?.text
  }
  const choice = await aStudio(deps, { pays: 'choice' })
  await book(choice, { key: 'later' })
  expect(await told(choice)).toContain('To collect: €20')
  const cards = await aStudio(deps)
  const paying = await openHold(cards.deps, of(cards, await book(cards, { key: 'now' })))
  await cards.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(cards)
  expect(await told(cards)).toContain('Paid by card.')
})
