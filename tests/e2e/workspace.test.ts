import { expect, test } from '@playwright/test'
import { awake } from './awake.ts'
import { aTrainer, publishYoga } from './people.ts'
import { opened } from './series.ts'

test.afterAll(opened.close)

test('the link of the page is copied, and a clipboard that refuses is named', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const trainer = await aTrainer(page)
  await page.goto('/dashboard')
  await awake(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link Copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toBe(`/${trainer.username}`)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copy Failed')).toBeVisible()
  await expect(page.getByText('Failed to copy link to clipboard.')).toBeVisible()
})

test('a class form adds and removes times, names its mistakes and survives a broken network', async ({
  page,
  context,
}) => {
  await aTrainer(page)
  await page.goto('/dashboard/classes/new')
  await awake(page)
  await page.getByLabel('Title').fill('Typed by hand')
  await page.getByRole('button', { name: 'Add a time' }).click()
  await expect(page.getByLabel('Weekday').nth(1)).toBeFocused()
  await page.getByRole('button', { name: 'Remove time 2' }).click()
  await expect(page.getByLabel('Weekday')).toHaveCount(1)

  await page.getByLabel('Title').press('Enter')
  await expect(page.getByRole('region', { name: 'Please check the fields below.' })).toBeFocused()
  await page.getByRole('link', { name: 'Address: Please fill this in.' }).click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
    'Please fill this in.',
  )

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create class' }).last().click()
  await expect(page.getByText('No connection. Nothing is lost')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Typed by hand')
  await context.setOffline(false)
  await publishYoga(page)
})
