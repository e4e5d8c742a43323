import path from 'node:path'

/** One file of the project; `path` from its root, with forward slashes. */
export type Source = { path: string; text: string }

export type Problem = { path: string; line: number; says: string }

/** `target`: a path from the root for a file of ours, else the name as written. */
export type Import = { line: number; target: string; typeOnly: boolean }

const statement =
  /^[ \t]*(?:import\s*(?:type\s+)?(?:[\w$*{][^'"`;]*?\sfrom\s*)?|export\s+(?:type\s+)?[*{][^'"`;]*?\sfrom\s*)['"]([^'"\n]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]/g

export function importsOf(source: Source): Import[] {
  return [statement, dynamic].flatMap((pattern) =>
    [...source.text.matchAll(pattern)].map((match) => {
      const written = match[1] ?? ''
      const at = match.index + match[0].length
      const typeOnly = /^\s*(?:import|export)\s+type\b/.test(match[0])
      return { line: lineAt(source.text, at), target: targetOf(source.path, written), typeOnly }
    }),
  )
}

function targetOf(from: string, written: string): string {
  if (written.startsWith('#')) return written.slice(1)
  if (!written.startsWith('.')) return written
  return path.posix.join(path.posix.dirname(from), written)
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

export function isCode(file: string): boolean {
  return /\.tsx?$/.test(file)
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}
