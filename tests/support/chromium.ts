import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { browserEnv } from './shifted-clock.ts'

const usualPlaces = [
  // The browser without its windows: the same pages for half the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of a Chromium that runs here; installs one when there is none. Ends the process with a
 * sentence when that fails too.
 */
export function ensureChromium(): string {
  const named = process.env['CHROMIUM_PATH']
  if (named)
    return runs(named) ? named : endWith(`CHROMIUM_PATH is ${named}, and that does not run.`)
  const found = findChromium() ?? installChromium()
  if (found) return found
  return endWith(
    'No Chromium was found and none could be installed. Install Chromium, or set CHROMIUM_PATH to the path of one, and run again.',
  )
}

function endWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function findChromium(): string | null {
  return [...usualPlaces, chromium.executablePath()].find(runs) ?? null
}

// Asking for the version tells a real browser from a stub and from one without its libraries.
function runs(path: string): boolean {
  const started = { env: browserEnv(), stdio: 'ignore', timeout: 20_000 } as const
  return spawnSync(path, ['--version'], started).status === 0
}

function installChromium(): string | null {
  process.stdout.write('No Chromium found: installing one …\n')
  const isRoot = process.getuid?.() === 0
  if (isRoot && succeeds('apt-get', 'update')) {
    // The first takes half the processor time of the second; not every Debian has it.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const found = succeeds('apt-get', 'install', '-y', name) ? findChromium() : null
      if (found) return found
    }
  }
  const options = isRoot ? ['--with-deps'] : []
  succeeds('npx', 'playwright', 'install', ...options, 'chromium')
  return findChromium()
}

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}
