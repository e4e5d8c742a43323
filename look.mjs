import { chromium } from 'playwright'
const base = 'http://localhost:7411'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const ctx = async (w, theme, js = true) => {
  const c = await b.newContext({
    viewport: { width: w, height: w < 500 ? 844 : 900 },
    javaScriptEnabled: js,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  })
  await c.addCookies([{ name: 'theme', value: theme, url: base }])
  return c
}
let c = await ctx(390, 'light')
let p = await c.newPage()
p.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log('console', m.text()))
p.on('pageerror', (e) => console.log('pageerror', e.message))
await p.goto(base + '/classes')
const hrefs = await p.$$eval('a[href*="bundle="]', (as) => as.map((a) => a.getAttribute('href')))
console.log(hrefs)
const cls = hrefs[0]
  ? hrefs[0].split('?')[0]
  : (await p.$$eval('a[href^="/book/class/"]', (as) => as.map((a) => a.getAttribute('href'))))[0]
console.log(cls)
await p.goto(base + cls + '?tab=bundle')
await p.screenshot({ path: '/tmp/G/s1.png', fullPage: true })
await p
  .getByRole('link', { name: /Book Bundle/ })
  .first()
  .click()
await p.waitForSelector('dialog[open]')
await p.waitForTimeout(300)
await p.screenshot({ path: '/tmp/G/s2.png' })
await p.locator('dialog').getByRole('button', { name: 'Show my dates' }).click()
await p.waitForTimeout(500)
await p.screenshot({ path: '/tmp/G/s3.png' })
console.log(p.url())
await p.locator('dialog input[type=radio]:not([disabled])').first().check({ force: true })
await p.locator('dialog').getByRole('button', { name: 'Show my dates' }).click()
await p.waitForTimeout(700)
console.log(p.url())
await p.screenshot({ path: '/tmp/G/s4.png' })
console.log(await p.evaluate(() => document.activeElement?.outerHTML.slice(0, 120)))
await c.close()
await b.close()
