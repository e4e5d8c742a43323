import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Problem, type Source } from './structure/source.ts'
import { customerAreas, textProblems } from './structure/texts.ts'
import { vocabularyProblems } from './structure/vocabulary.ts'
import { wallProblems } from './structure/walls.ts'
import { wordProblems } from './structure/words.ts'

const root = path.resolve(import.meta.dirname, '..')
const readable = /\.(?:tsx?|css|md|sql|json|ya?ml|html|sh)$|^\.ci\/run$/

/** Everything the layout, the walls and the banned words say about these files. */
export function structureProblems(files: readonly Source[]): Problem[] {
  return [...vocabularyProblems(files), ...wallProblems(files), ...wordProblems(files)]
}

function projectFiles(): Source[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((file) => readable.test(file) && file !== 'package-lock.json')
    .filter((file) => existsSync(path.join(root, file)))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))
}

async function projectTextProblems(): Promise<Problem[]> {
  const found = await Promise.all(
    customerAreas.map(async (area) => {
      const [english, german, russian] = await Promise.all(
        ['en', 'de', 'ru'].map((language) => areaTexts(language, area)),
      )
      if (!english || !german || !russian) return []
      return textProblems(english, [german, russian])
    }),
  )
  return found.flat()
}

async function areaTexts(language: string, area: string) {
  const file = `core/shared/texts/${language}/${area}.ts`
  if (!existsSync(path.join(root, file))) return { path: file, texts: {} }
  const module: Record<string, unknown> = await import(path.join(root, file))
  // The name of the export may carry the language; the keys below it may not.
  return { path: file, texts: Object.assign({}, ...Object.values(module)) }
}

if (import.meta.main) {
  const problems = [...structureProblems(projectFiles()), ...(await projectTextProblems())]
  for (const { path: file, line, says } of problems) {
    process.stdout.write(`${file}:${line} ${says}\n`)
  }
  process.stdout.write(
    problems.length === 0
      ? 'The structure holds.\n'
      : `${problems.length} problems of structure.\n`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}
