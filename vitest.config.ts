import { defineConfig } from 'vitest/config'

// An odd zone (+05:45) shows every place that silently uses the machine's clock. Set before the
// workers start: Node reads it once.
process.env['TZ'] = 'Asia/Kathmandu'

const shared = {
  setupFiles: ['tests/support/quiet.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
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
            '{core,server,db,scripts,torture}/**/*.test.ts',
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
          testTimeout: 5 * 60_000,
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
