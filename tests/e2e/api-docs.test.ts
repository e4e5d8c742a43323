import { expect } from '@playwright/test'
import { test } from '#tests/support/browser.ts'

test('the page of the API shows and tries its calls, and can reach nothing of a signed-in person', async ({
  page,
}) => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()))

  await page.goto('/api/v1/docs')
  await expect(page.getByRole('heading', { level: 1, name: 'Openspot API' })).toBeVisible()
  await page.getByRole('button', { name: /Test Request.*get \/classes\)/ }).click()
  const call = page.getByRole('dialog')
  await call.getByRole('button', { name: 'Send Request' }).click()
  await expect(call.getByText('200 OK')).toBeVisible()
  expect(problems).toEqual([])

  expect(await page.evaluate(() => window.origin)).toBe('null')
  await expect(page.evaluate(() => document.cookie)).rejects.toThrow('sandboxed')
})
