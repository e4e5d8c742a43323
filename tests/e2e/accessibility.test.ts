import { expect, test } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { publishYoga, registerTrainer } from './people.ts'

test('axe finds nothing on the pages of the first path, light and dark', async ({
  browser,
  baseURL,
}) => {
  const options = { locale: 'en-US', ...(baseURL && { baseURL }) }
  const trainerPage = await (await browser.newContext(options)).newPage()
  const trainer = await registerTrainer(trainerPage, true)
  await publishYoga(trainerPage)
  const page = await (
    await browser.newContext({ ...options, viewport: { width: 390, height: 844 } })
  ).newPage()
  await page.goto(`/${trainer.username}`)
  await page
    .getByRole('link', { name: /Book Session/ })
    .first()
    .click()
  await page.getByLabel('Your name').fill('Carla')
  await page.getByLabel('Phone or email').fill('carla@example.com')
  const classPage = page.url()
  await page.getByRole('button', { name: /Book/ }).last().click()
  await expect(page).toHaveURL(/\/booking\//)
  const booking = page.url()

  const places = [
    [
      'a stranger',
      page,
      [
        '/',
        '/classes',
        `/${trainer.username}`,
        classPage,
        booking,
        `${booking}&do=cancel`,
        '/my-spots',
        '/login',
        '/register',
        '/privacy-policy',
        '/nobody/here',
      ],
    ],
    [
      'the trainer',
      trainerPage,
      [
        '/dashboard',
        '/dashboard/classes',
        '/dashboard/classes/new',
        '/dashboard/bookings',
        '/dashboard/settings',
      ],
    ],
  ] as const
  for (const [who, on, addresses] of places)
    for (const address of addresses) {
      await on.goto(address)
      expect(await violationsOn(on), `${who} at ${address}`).toEqual([])
    }
})
