import { afterAll, afterEach } from 'vitest'

// Console output fails the test that caused it, because nobody would read it.
const lines: string[] = []
for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
  console[method] = (...args: unknown[]) => {
    lines.push(`console.${method}: ${args.map(String).join(' ')}`)
  }
}

function expectSilence() {
  const written = lines.splice(0)
  if (written.length > 0) throw new Error(`Written to the console:\n${written.join('\n')}`)
}

afterEach(expectSilence)
afterAll(expectSilence)
