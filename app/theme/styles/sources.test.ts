import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from '../../../scripts/structure/source.ts'

const app = path.resolve(import.meta.dirname, '../..')
const publicStyles = readFileSync(path.join(import.meta.dirname, 'public.css'), 'utf8')
const leftOut = [...publicStyles.matchAll(/@source not '..\/..\/(.+)'/g)].map(
  ([, folder]) => `app/${folder}/`,
)

test('pages for visitors use nothing that their styles leave out', () => {
  const isLeftOut = (file: string) => leftOut.some((folder) => file.startsWith(folder))
  const files = globSync('**/*.{ts,tsx}', { cwd: app })
    .map((file) => `app/${file}`)
    .filter((file) => !isLeftOut(file) && file !== 'app/routes.ts')
  const found = files.flatMap((file) =>
    importsOf({ path: file, text: readFileSync(path.join(app, '..', file), 'utf8') })
      .filter(({ target }) => isLeftOut(target) && target.endsWith('.tsx'))
      .map(({ target }) => `${file} imports ${target}`),
  )
  expect(leftOut.length).toBeGreaterThan(0)
  expect(found.filter((line) => !line.startsWith('app/routes/public/gallery'))).toEqual([])
})
