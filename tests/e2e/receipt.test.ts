import { expect } from '@playwright/test'
import { receiptUrl } from '#core/bookings/queries/links.ts'
import { test } from '#tests/support/browser.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { aTrainer, signer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('a receipt prints on one sheet without the page around it, for the customer and for the trainer', async ({
  page,
}) => {
  const { vendor } = await aTrainer(page)
  const { db } = opened
  await db
    .updateTable('vendors')
    .where('id', '=', vendor.id)
    .set({
      postalAddress: 'Studio Vera\n1 Park Street\nBack yard, second floor\n10115 Berlin\nGermany',
      taxLine: 'No VAT is added: small business, § 19 UStG. Tax number 12/345/67890',
    })
    .execute()
  const title = 'Yin yoga for people who sit all day, with a very long title, on Sunday evening'
  const session = await aSession(db, {
    class: await aClass(db, { vendor, title, priceMinor: 1500 }),
  })
  const purchase = await aBooking(db, { session, spots: 4, money: 'refunded' })
  await page.goto(`/dashboard/bookings/${purchase.bookingIds[0]}`)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt No. 1' })).toBeVisible()
  const { pathname } = new URL(page.url())
  for (const at of [pathname, receiptUrl(signer(), { ...purchase, tokenRotation: 0 })]) {
    await page.goto(at)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Total paid')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Back to the booking' })).toBeHidden()
    for (const format of ['A4', 'Letter'] as const)
      expect(pagesOf(await page.pdf({ format }))).toBe(1)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('link', { name: 'Back to the booking' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})
