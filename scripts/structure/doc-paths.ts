import path from 'node:path'
import { lineAt, type Problem, type Source } from './source.ts'

// Decisions tell how it was; the other documents tell how it is.
const isGuide = (file: string) => /^(?:README|CONTRIBUTING)\.md$|^docs\/[^/]+\.md$/.test(file)

/** A path of the project between backticks, without placeholders: `core/money/rules.ts`, `app/ui/`. */
const named = /`((?:api|app|bench|core|db|docs|public|scripts|server|tests|torture)\/[\w./-]*)`/g
/** The target of a link inside the project. */
const linked = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g

/** Documents name only files and folders that are there. `there`: every file of the project. */
export function docPathProblems(files: readonly Source[], there: readonly string[]): Problem[] {
  const known = new Set(there.flatMap((file) => [file, ...foldersOf(file)]))
  const missing = (file: Source, index: number, target: string): Problem[] =>
    known.has(target.replace(/\/$/, ''))
      ? []
      : [{ path: file.path, line: lineAt(file.text, index), says: `There is no ${target}.` }]
  return files
    .filter(({ path: file }) => isGuide(file))
    .flatMap((file) => [
      ...[...file.text.matchAll(named)].flatMap((match) =>
        missing(file, match.index, match[1] ?? ''),
      ),
      ...[...file.text.matchAll(linked)].flatMap((match) =>
        missing(file, match.index, path.posix.join(path.posix.dirname(file.path), match[1] ?? '')),
      ),
    ])
}

function foldersOf(file: string): string[] {
  const folder = path.posix.dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
