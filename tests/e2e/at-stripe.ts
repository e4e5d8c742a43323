import { randomBytes } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { keySealing } from '#core/cards/steps/account.ts'
import { seal } from '#core/shared/sealing.ts'
import type { ASession, AVendor } from '#tests/support/factories.ts'
import { opened } from './series.ts'
import { signer } from './people.ts'

const root = process.env['E2E_STRIPE'] ?? 'http://nowhere'

/** The pages of the simulated Stripe. */
export const stripe = new RegExp(`^${root}/`)

const keys = { phone: 0, desktop: 1, court: 2, revoked: 3 }

/** The restricted key of an account there. */
export const keyOf = (name: string) =>
  process.env['E2E_STRIPE_KEYS']?.split(' ')[new Map(Object.entries(keys)).get(name) ?? 1] ?? ''

/** What the form of the settings does; the key is one that works. */
export async function connect(vendor: AVendor, key = keyOf('court')): Promise<void> {
  await opened.db
    .insertInto('cardAccounts')
    .values({
      vendorId: vendor.id,
      account: `acct_${randomBytes(8).toString('hex')}`,
      livemode: false,
      apiKey: seal(keySealing(signer(), vendor.id), key),
    })
    .execute()
}

/** Deletes a key at Stripe, as its vendor can do there. */
export async function revoke(key: string): Promise<void> {
  const answer = await fetch(`${root}/dashboard/revoke/${key}`, { method: 'POST' })
  expect(answer.ok).toBe(true)
}

/** On Stripe’s page. */
export async function pay(page: Page, number = '4242424242424242'): Promise<void> {
  await page.getByLabel(/Card number/i).fill(number)
  await page.getByRole('button', { name: /^Pay/ }).click()
}

const answerSchema = z.object({
  checkoutUrl: z.url(),
  booking: z.object({ manageUrl: z.url() }),
})

/** A spot that somebody has paid by card, without a browser. Returns the page of the booking. */
export async function paidSpot(session: ASession, name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${session.id}@example.com`
  const answer = await fetch(`${signer().origin}/api/v1/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `${email} books a spot` },
    body: JSON.stringify({ sessionId: session.id, customer: { name, email }, pay: 'card' }),
  })
  const { checkoutUrl, booking } = answerSchema.parse(await answer.json())
  const form = { email, number: '4242424242424242', expiry: '12 / 34' }
  const paid = await fetch(checkoutUrl, { method: 'POST', body: new URLSearchParams(form) })
  expect(paid.url).toContain('/booking/')
  return booking.manageUrl
}

/** Somebody else’s browser. */
export async function aStranger(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    ...(baseURL && { baseURL }),
  })
  return context.newPage()
}

/** What became of the money of a class, each kind once. */
export async function moneyOf(classId: string): Promise<string[]> {
  const rows = await opened.db
    .selectFrom('payments as p')
    .innerJoin('bookings as b', (join) =>
      join.onRef('b.vendorId', '=', 'p.vendorId').onRef('b.id', '=', 'p.bookingId'),
    )
    .where('b.classId', '=', classId)
    .orderBy('p.kind')
    .orderBy('p.amountMinor')
    .select(['p.kind', 'p.state', 'p.amountMinor'])
    .execute()
  return rows.map(({ kind, state, amountMinor }) => `${kind} ${state} ${amountMinor}`)
}
