import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const app = path.join(import.meta.dirname, '../..')
const sheet = readFileSync(path.join(import.meta.dirname, 'styles.css'), 'utf8')

test('no element has a class that is left out of the styles as a mere word of the code', () => {
  const [, list = ''] = /@source not inline\('\{(.*)\}'\)/.exec(sheet) ?? []
  const leftOut = new Set(list.split(','))
  expect(leftOut).toContain('container')
  const used = globSync('**/*.tsx', { cwd: app }).flatMap((file) =>
    [...readFileSync(path.join(app, file), 'utf8').matchAll(/className="([^"]*)"/g)].flatMap(
      ([, classes = '']) =>
        classes
          .split(/\s+/)
          .filter((name) => leftOut.has(name))
          .map((name) => `${file}: ${name}`),
    ),
  )
  expect(used).toEqual([])
})
