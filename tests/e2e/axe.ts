import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that a theme can change. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** What a machine can find of WCAG 2.2 AA on the page as it is, in the light theme. */
export async function lightViolationsOn(page: Page): Promise<string[]> {
  await show(page, 'light')
  return found(await axe(page).withTags(tags).analyze())
}

/** The same in both themes. */
export async function violationsOn(page: Page): Promise<string[]> {
  const light = await lightViolationsOn(page)
  await show(page, 'dark')
  const dark = found(await axe(page).withRules(ofColour).analyze())
  return [...light, ...dark.map((line) => `dark, ${line}`)]
}

// The usual mode opens another page for each analysis, for frames of other sites; ours have none.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true)

const found = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)

/** As the server renders it for a chosen theme. */
async function show(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(async (chosen) => {
    document.documentElement.dataset['theme'] = chosen
    await new Promise(requestAnimationFrame)
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  }, theme)
}
