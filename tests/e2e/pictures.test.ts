import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser.ts'
import sharp from 'sharp'
import { aBomb, anSvg, aPhoto } from '#tests/support/pictures.ts'
import { awake } from './awake.ts'
import { publishYoga, registerTrainer } from './people.ts'

const page = '/dashboard/settings/pictures'

type File = { name: string; mimeType: string; buffer: Buffer }
const jpeg = (buffer: Buffer): File => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })

/** Chooses a file and, where it is asked, the part that the dialog proposes. */
async function uploadPart(browser: Page, label: string, file: File): Promise<void> {
  await browser.getByLabel(label).setInputFiles(file)
  const dialog = browser.getByRole('dialog', { name: 'Choose what to show' })
  await expect(dialog.getByTestId('cropper')).toBeVisible()
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await dialog.getByRole('button', { name: 'Use this part' }).click()
  await expect(browser.getByText('Picture saved.')).toBeVisible()
}

/** The bytes that the browser has shown for a picture. */
async function shown(browser: Page, name: string): Promise<Buffer> {
  const image = browser.getByRole('img', { name })
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((node) => node instanceof HTMLImageElement && node.naturalWidth > 0))
    .toBe(true)
  const address = await image.evaluate((node) =>
    node instanceof HTMLImageElement ? node.currentSrc : '',
  )
  expect(address).toMatch(/\/pictures\/[0-9a-f]{32}-\d+\.avif$/)
  // Otherwise it takes a cell of a grid, and the picture the next one.
  await expect(image.locator('xpath=preceding-sibling::source')).toHaveCSS('display', 'none')
  return (await browser.request.get(address)).body()
}

async function redAbove(bytes: Buffer): Promise<boolean> {
  const { width, height } = await sharp(bytes).metadata()
  const half = { left: 0, width, height: Math.floor(height / 3) }
  const [above, below] = await Promise.all(
    [0, Math.ceil((height * 2) / 3) - 1].map(async (top) => {
      const { dominant } = await sharp(
        await sharp(bytes)
          .extract({ ...half, top })
          .png()
          .toBuffer(),
      ).stats()
      return dominant
    }),
  )
  return (above?.r ?? 0) > (above?.b ?? 0) && (below?.b ?? 0) > (below?.r ?? 0)
}

test('the photo of a turned phone becomes the cover and the face', async ({ page: browser }) => {
  await registerTrainer(browser, true)
  await browser.goto(page)
  await awake(browser)
  const photo = jpeg(await aPhoto({ width: 1500, height: 2000, orientation: 6 }))
  await uploadPart(browser, 'Cover photo', photo)
  await browser.goto(page)
  await awake(browser)
  await uploadPart(browser, 'Your photo', photo)
  expect(await redAbove(await shown(browser, 'Cover photo'))).toBe(true)
  const face = await shown(browser, 'Your photo')
  expect(await redAbove(face)).toBe(true)
  const { width, height, exif } = await sharp(face).metadata()
  expect(width).toBe(height)
  expect(exif).toBeUndefined()
})

test('a decompression bomb, an SVG and a text file with an image extension are refused with a message', async ({
  page: browser,
}) => {
  await registerTrainer(browser, true)
  await browser.goto(page)
  await awake(browser)
  const field = browser.getByLabel('Cover photo')
  for (const [file, message] of [
    [
      { name: 'bomb.png', mimeType: 'image/png', buffer: await aBomb() },
      'This picture has too many pixels.',
    ],
    [
      { name: 'drawing.png', mimeType: 'image/png', buffer: anSvg() },
      'SVG drawings can’t be used.',
    ],
    [jpeg(Buffer.from('Dear diary')), 'This file isn’t a picture.'],
  ] as const) {
    await field.setInputFiles(file)
    await expect(field).toHaveAccessibleDescription(new RegExp(message))
  }
})

test('a class shows its picture until it is deleted, and then the files are gone', async ({
  page: browser,
}) => {
  await registerTrainer(browser, true)
  await publishYoga(browser)
  await browser.getByRole('link', { name: 'Edit Yoga' }).first().click()
  // The page before stays until this one is there.
  await expect(browser).toHaveURL(/\/dashboard\/classes\/[0-9a-f-]{36}$/)
  await awake(browser)
  const address = browser.url()
  await browser.getByLabel('Title').fill('Typed, not saved')
  await uploadPart(browser, 'Picture', jpeg(await aPhoto({ width: 1200, height: 900 })))
  // What was typed beside it stays.
  await expect(browser.getByLabel('Title')).toHaveValue('Typed, not saved')
  const image = browser.getByRole('img', { name: 'Picture', exact: true })
  const file = await image.evaluate((node) =>
    node instanceof HTMLImageElement ? node.currentSrc : '',
  )
  expect((await browser.request.get(file)).status()).toBe(200)
  await browser.goto(`${address}/delete`)
  await browser.getByRole('button', { name: /Delete/ }).click()
  await expect(browser).toHaveURL(/\/dashboard\/classes$/)
  await expect.poll(async () => (await browser.request.get(file)).status()).toBe(404)
})
