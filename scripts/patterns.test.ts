import { expect, test, vi } from 'vitest'
import { patternProblems } from './patterns.ts'

vi.setConfig({ testTimeout: 60_000 })

const linesOf = (text: string) =>
  patternProblems([{ path: 'core/x.ts', text }]).map(({ line }) => line)

test.each([
  ['exponential', 'const a = 1\nconst b = /^(a+)+$/'],
  ['quadratic', 'const a = 1\nexport const b = (t: string) => t.replace(/\\s+$/, "")'],
  ['quadratic, behind a look back,', 'const a = 1\nconst b = /(?<!x)\\s+$/'],
  ['in a constructor', 'const a = 1\nconst b = new RegExp("^(a+)+$", "i")'],
])('a pattern with %s time is found', (_name, text) => {
  expect(linesOf(text)).toEqual([2])
})

test.each(['const a = /^a+$/', 'const a = /^[a-z]{3,30}$/', 'const a = 4 / 2 / 1', '// /^(a+)+$/'])(
  '%s is fine',
  (text) => {
    expect(linesOf(text)).toEqual([])
  },
)
