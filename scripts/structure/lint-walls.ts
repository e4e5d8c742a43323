import { isDeepStrictEqual } from 'node:util'
import type { Problem, Source } from './source.ts'
import { type Refusal, zones } from './wall-table.ts'

export const lintFile = '.oxlintrc.json'

/** Top folders that package.json gives a name with a #. Others can be reached by relative paths only. */
const named = /^(?:api|app|core|db|server|tests)\//
const unnamed = /^(?:bench|scripts|torture)\//

/** The walls in the linter's words. It does not follow relative paths: the structure check does. */
export function lintOverrides() {
  return zones.map(({ files, refuses }) => ({
    files: [...files],
    excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: notTheseEither, patterns: refuses.map(patternOf) },
      ],
    },
  }))
}

// An override takes the place of the rule for all files, so it says that again.
const notTheseEither = [
  { name: 'lodash', message: 'The language has it.' },
  { name: 'react-router-dom', message: 'Import from react-router.' },
]

function patternOf({ imports, except = [], typesMayPass, says }: Refusal) {
  const relative = imports.includes('**') ? ['!./**', '!../**'] : []
  return {
    group: [
      ...imports.filter((name) => !unnamed.test(name)).map(asWritten),
      ...except.map((name) => `!${asWritten(name)}`),
      ...relative,
    ],
    ...(typesMayPass && { allowTypeImports: true }),
    message: says,
  }
}

function asWritten(name: string): string {
  return named.test(name) ? `#${name}` : name
}

/** The linter's walls when they are no longer those of the table. */
export function lintWallProblems(files: readonly Source[]): Problem[] {
  const file = files.find(({ path }) => path === lintFile)
  if (!file) return []
  const { overrides }: { overrides?: unknown } = JSON.parse(file.text)
  if (isDeepStrictEqual(overrides, lintOverrides())) return []
  const says =
    'Its overrides are not the walls of scripts/structure/wall-table.ts: run npm run lint:walls.'
  return [{ path: lintFile, line: 1, says }]
}
