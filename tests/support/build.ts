import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'

const built = 'build/server/index.js'
const sources = [
  '{app,core}/**/*.{ts,tsx,css}',
  'public/**/*',
  '{vite,react-router}.config.ts',
  'package-lock.json',
]

/** Builds the web application when a source is newer than the build. Throws when that fails. */
export function buildWhenStale(): void {
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const changedAt = Math.max(...globSync(sources).map((file) => statSync(file).mtimeMs))
  if (builtAt > changedAt) return
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@react-router/dev/bin.cjs', 'build'],
    { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error(`The build failed.\n${stdout}\n${stderr}`)
}
