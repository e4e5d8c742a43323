import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { languages } from '#core/shared/languages.ts'
import { areasProblems } from './structure/areas.ts'
import { conditionProblems } from './structure/conditions.ts'
import { docPathProblems } from './structure/doc-paths.ts'
import { lintWallProblems } from './structure/lint-walls.ts'
import { lockfileProblems } from './structure/lockfile.ts'
import { type Problem, type Source } from './structure/source.ts'
import { isLetterTexts, textHome, textProblems } from './structure/texts.ts'
import { vendorExceptions } from './structure/vendor-exceptions.ts'
import { unnamedVendors, vendorProblems, vendorTables } from './structure/vendor-statements.ts'
import { vocabularyProblems } from './structure/vocabulary.ts'
import { wallProblems } from './structure/walls.ts'
import { wordProblems } from './structure/words.ts'

const root = path.resolve(import.meta.dirname, '..')
const readable = /\.(?:tsx?|css|md|sql|json|ya?ml|html|sh)$|^\.ci\/run$/

/** Everything the layout, the walls and the banned words say about these files. */
export function structureProblems(files: readonly Source[]): Problem[] {
  return [
    ...vocabularyProblems(files),
    ...wallProblems(files),
    ...lintWallProblems(files),
    ...wordProblems(files),
    ...conditionProblems(files),
  ]
}

export function projectFiles(): Source[] {
  return listedFiles()
    .filter((file) => readable.test(file) && file !== 'package-lock.json')
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))
}

function listedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => file !== '' && existsSync(path.join(root, file)))
}

/** What people read is complete in every language. */
async function projectTextProblems(files: readonly Source[]): Promise<Problem[]> {
  const homes = files.flatMap(({ path: file }) => textHome(file) ?? [])
  const found = await Promise.all(
    homes.map(async (home) => {
      const [english, ...translations] = await Promise.all(
        languages.map((language) => textsIn(`${home}/texts/${language}.ts`)),
      )
      return english ? textProblems(english, translations) : []
    }),
  )
  const ofLetters = await Promise.all(
    files
      .filter(({ path: file }) => isLetterTexts(file))
      .map(({ path: file }) => letterProblems(file)),
  )
  return [...found, ...ofLetters].flat()
}

async function letterProblems(file: string): Promise<Problem[]> {
  const { texts } = await textsIn(file)
  const [byLanguage] = Object.values(
    z.record(z.string(), z.record(z.string(), z.unknown())).parse(texts),
  )
  const [english, ...translations] = languages.map((language) => ({
    path: file,
    texts: byLanguage?.[language],
  }))
  return english ? textProblems(english, translations) : []
}

async function textsIn(file: string) {
  if (!existsSync(path.join(root, file))) return { path: file, texts: {} }
  const texts: unknown = await import(path.join(root, file))
  return { path: file, texts }
}

const tablesOf = (files: readonly Source[]) =>
  vendorTables(files.find(({ path: file }) => file === 'db/schema.sql')?.text ?? '')

if (import.meta.main) {
  const files = projectFiles()
  const problems = [
    ...structureProblems(files),
    ...areasProblems(files),
    ...docPathProblems(files, listedFiles()),
    ...vendorProblems(unnamedVendors(files, tablesOf(files)), vendorExceptions),
    ...(await projectTextProblems(files)),
    ...lockfileProblems(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
  ]
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
