import { defineConfig, devices } from '@playwright/test'
import { browserEnv } from '#tests/support/shifted-clock.ts'

// Set by the global setup; the workers read this file again after it.
const executablePath = process.env['CHROMIUM_PATH']
const baseURL = process.env['E2E_ORIGIN']

const quietBrowser = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testMatch: '**/*.test.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  // What waits too long is named by the step that waited; the limit of a whole test only ends what hangs.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    ...(baseURL ? { baseURL } : {}),
    locale: 'en-US',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Pictures of every step cost more than the steps; to see them, add `--trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      args: quietBrowser,
      env: browserEnv(),
      ...(executablePath ? { executablePath } : {}),
    },
  },
  projects: [
    // A test runs where it differs: on a desktop, on a phone (@phone), on both (@both).
    {
      name: 'desktop',
      testDir: 'tests/e2e',
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testDir: 'tests/e2e',
      grep: /@phone|@both/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
    // `npm run accessibility`
    {
      name: 'accessibility',
      testDir: 'tests/accessibility',
      use: { viewport: { width: 390, height: 2400 } },
    },
  ],
})
