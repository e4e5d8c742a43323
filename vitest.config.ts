import { defineConfig } from 'vitest/config'

// An odd zone (+05:45) shows every place that silently uses the machine's clock. Set before the
// workers start: Node reads it once.
process.env['TZ'] = 'Asia/Kathmandu'

const shared = {
  setupFiles: ['tests/support/quiet.ts', 'tests/support/seed.ts'],
  // A worker loads the product once, not once per file. What a file changes in its process, it puts back.
  isolate: false,
  // A limit is for what hangs: a machine with other work is no failure.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: ['tests/support/global-setup.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            '{api,core,server,db,scripts,torture}/**/*.test.ts',
            'app/**/*.test.{ts,tsx}',
            'tests/{support,fakes}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'model',
          include: ['tests/model/*.test.ts'],
          testTimeout: 10 * 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          globalSetup: ['tests/http/global-setup.ts'],
        },
      },
    ],
  },
})
