import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import { awake } from './awake.ts'
import { mailTo } from './inbox.ts'
import { aTrainer, publishYoga, registerTrainer } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

test('a friend signs up with the link, publishes a class, and both get three months', async ({
  browser,
  baseURL,
}) => {
  const options = { locale: 'en-US', timezoneId: 'Europe/Berlin', ...(baseURL && { baseURL }) }
  const page = await (await browser.newContext(options)).newPage()
  const trainer = await aTrainer(page)
  await page.goto('/referrals')
  await expect(page.getByRole('heading', { name: 'Invite Friends & Earn Rewards' })).toBeVisible()
  const link = await page.getByLabel('Your referral link').inputValue()

  const friendPage = await (await browser.newContext(options)).newPage()
  await friendPage.goto(link)
  await expect(friendPage.getByText('first 3 months absolutely free')).toBeVisible()
  const friend = await registerTrainer(friendPage, true, link)
  await page.reload()
  const counted = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(counted('Pending Activation')).toHaveText('1')
  await expect(counted('Bonus Months Earned')).toHaveText('0')
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()

  await publishYoga(friendPage)
  await mailTo(friend.email, /3 months of Professional, free/)
  await mailTo(trainer.email, /You earned 3 months of Professional/)
  await page.reload()
  await expect(counted('Active Referrals')).toHaveText('1')
  await expect(counted('Pending Activation')).toHaveText('0')
  await expect(counted('Bonus Months Earned')).toHaveText('3')
  await expect(page.getByRole('row', { name: new RegExp(friend.business) })).toContainText(
    '3 months earned',
  )
  await expect(page.getByText(friend.email)).toHaveCount(0)
  const grants = await opened.db
    .selectFrom('planGrants as g')
    .innerJoin('vendors as v', 'v.id', 'g.vendorId')
    .where('v.username', 'in', [trainer.username, friend.username])
    .select(['g.months', 'g.plan', 'g.reason'])
    .execute()
  const reward = { months: 3, plan: 'professional', reason: 'referral' }
  expect(grants).toEqual([reward, reward])
})

test('the link is copied, or the page says that it could not be, and the device shares it', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await aTrainer(page)
  await page.goto('/referrals')
  await awake(page)
  const link = await page.getByLabel('Your referral link').inputValue()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Link Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copy Failed')).toBeVisible()
  await expect(page.getByText('Failed to copy link to clipboard.')).toBeVisible()

  const shares = page.getByRole('list', { name: 'Share your link' })
  for (const can of [false, true]) {
    await page.addInitScript((offered) => {
      const given: ShareData[] = []
      Object.assign(globalThis, { given })
      if (offered)
        Object.defineProperty(navigator, 'share', {
          configurable: true,
          value: async (data: ShareData) => void given.push(data),
        })
      else Reflect.deleteProperty(Navigator.prototype, 'share')
    }, can)
    await page.reload()
    await awake(page)
    await expect(shares.getByRole('button', { name: 'More' })).toHaveCount(can ? 1 : 0)
  }
  await shares.getByRole('button', { name: 'More' }).click()
  const given = await page.evaluate<unknown>('globalThis.given')
  expect(given).toEqual([
    { title: 'Join me on Openspot', text: expect.stringContaining('absolutely free'), url: link },
  ])
})
