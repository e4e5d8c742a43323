import { isCode, isTest, lineAt, type Problem, type Source } from './source.ts'

/** A condition that Kysely joins to the others with “and”, without brackets of its own. */
const condition = /\.(?:where|having|on)\(\s*sql(?:<\w+>)?`([^`]*)`/g

/** Conditions whose “or” would reach over those beside them, that of the vendor among them. */
export function conditionProblems(files: readonly Source[]): Problem[] {
  return files
    .filter(({ path }) => isCode(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(condition)]
        .filter(([, written = '']) => hasOuterOr(written))
        .map(({ index }) => ({
          path,
          line: lineAt(text, index),
          says: 'A condition with “or” needs brackets: Kysely adds none, and the others would hold for one side only.',
        })),
    )
}

function hasOuterOr(written: string): boolean {
  let depth = 0
  for (const [word] of written.matchAll(/[()]|\b(?:or|case|end)\b/gi)) {
    if (word === '(' || word.toLowerCase() === 'case') depth++
    else if (word.toLowerCase() === 'or') {
      if (depth === 0) return true
    } else depth--
  }
  return false
}
