import { Suspense } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { useTexts } from './use-texts.ts'

/** A file of texts as a browser loads it: a script that arrives after a while. */
function slowFile(name: string, texts: object, ms: number): string {
  return `data:text/javascript,${encodeURIComponent(`
    await new Promise((resolve) => setTimeout(resolve, ${ms}))
    globalThis.openspotTexts = { ...globalThis.openspotTexts, '${name}': ${JSON.stringify(texts)} }
  `)}`
}

test('a later page that needs two more files of texts waits for both', async () => {
  const before = globalThis.openspotTexts
  onTestFinished(() => void (globalThis.openspotTexts = before))
  globalThis.openspotTexts = { 'site.en': {} }
  const files = {
    visitor: '',
    site: '',
    account: '',
    workspace: '',
    settings: '',
    facility: '',
    booked: '',
    receipt: '',
    console: slowFile('console.en', { security: { title: 'first' } }, 1),
    calendar: slowFile('calendar.en', { settings: { title: 'second' } }, 100),
  }
  // No page asks for these three together, and what was loaded is kept.
  function Page() {
    const texts = useTexts('en', ['site', 'console', 'calendar'], files)
    return Object.keys(texts).join(' and ')
  }
  const page = await renderToReadableStream(
    <Suspense fallback="">
      <Page />
    </Suspense>,
  )
  await page.allReady
  expect(await new Response(page).text()).toContain('security and settings')
})
