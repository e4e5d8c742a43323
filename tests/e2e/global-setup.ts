import { buildWhenStale } from '#tests/support/build.ts'
import { ensureChromium } from '#tests/support/chromium.ts'
import { startKeeper } from '#tests/support/keeper.ts'

/** Starts the built application once for all journeys; answers with the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  process.env['CHROMIUM_PATH'] = ensureChromium()
  buildWhenStale()
  const world = await startKeeper(new URL('./world.ts', import.meta.url))
  for (const [name, value] of Object.entries(world.facts)) process.env[name] = value
  return () => world.stop()
}
