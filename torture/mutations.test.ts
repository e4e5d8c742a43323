import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from './mutations.ts'

const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')

test.each(mutations)('the patch of mutant $name still applies', ({ patches, shows }) => {
  for (const { file, find } of patches)
    expect([file, find, read(file).split(find).length]).toEqual([file, find, 2])
  if ('test' in shows) expect(read(shows.test)).toMatch(/^test\b/m)
})
