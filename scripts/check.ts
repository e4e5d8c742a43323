import { run } from './run.ts'

const linted = [
  'api',
  'app',
  'bench',
  'core',
  'db',
  'scripts',
  'server',
  'tests',
  'torture',
  'playwright.config.ts',
  'react-router.config.ts',
  'vite.config.ts',
  'vitest.config.ts',
]

type Step = { name: string; commands: readonly (readonly [string, ...string[]])[] }

const steps: readonly Step[] = [
  { name: 'format', commands: [['oxfmt', '--check', '.']] },
  {
    name: 'lint and types',
    commands: [
      ['react-router', 'typegen'],
      // It reads every file with its types anyway, by the nearest tsconfig.json, and says what tsc says.
      // Without paths it would walk node_modules too.
      ['oxlint', '--type-check', '--no-error-on-unmatched-pattern', ...linted],
    ],
  },
  { name: 'structure', commands: [['node', 'scripts/structure.ts']] },
  { name: 'patterns', commands: [['node', 'scripts/patterns.ts']] },
  { name: 'dead code', commands: [['knip']] },
]

const red: string[] = []
for (const { name, commands } of steps) {
  process.stdout.write(`\n— ${name}\n`)
  for (const [command, ...args] of commands) {
    if ((await run(command, args)) !== 0 && !red.includes(name)) red.push(name)
  }
}
process.stdout.write(red.length === 0 ? '\nAll checks are green.\n' : `\nRed: ${red.join(', ')}.\n`)
process.exitCode = red.length === 0 ? 0 : 1
