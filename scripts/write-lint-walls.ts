// npm run lint:walls: writes the walls of scripts/structure/wall-table.ts into the linter's settings.
import fs from 'node:fs/promises'
import path from 'node:path'
import { run } from './run.ts'
import { lintFile, lintOverrides } from './structure/lint-walls.ts'

const file = path.resolve(import.meta.dirname, '..', lintFile)
const settings: unknown = JSON.parse(await fs.readFile(file, 'utf8'))
const written = Object.assign({}, settings, { overrides: lintOverrides() })
await fs.writeFile(file, `${JSON.stringify(written, null, 2)}\n`)
process.exitCode = await run('oxfmt', [lintFile])
