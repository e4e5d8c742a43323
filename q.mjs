import { createRequire } from 'node:module'
const require = createRequire('/work/main/package.json')
const { chromium } = require('@playwright/test')
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
console.log(b.version())
const page = await (await b.newContext({ viewport: { width: 390, height: 844 } })).newPage()
await page.goto('http://localhost:3940/classes', { waitUntil: 'networkidle' })
console.log(
  await page.evaluate(() =>
    [...document.querySelectorAll('picture')]
      .slice(0, 4)
      .map((p) => [
        p.className,
        getComputedStyle(p).display,
        [...p.children].map(
          (c) =>
            c.tagName +
            getComputedStyle(c).display +
            c.getBoundingClientRect().width +
            ' ' +
            c.className,
        ),
      ]),
  ),
)
await b.close()
