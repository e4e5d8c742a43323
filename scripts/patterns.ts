import { parseSync, Visitor } from 'oxc-parser'
import { checkSync } from 'recheck'
import { projectFiles } from './structure.ts'
import { isCode, isTest, lineAt, type Problem, type Source } from './structure/source.ts'

// The same everywhere: other backends of the library are programs for some systems only.
process.env['RECHECK_BACKEND'] = 'pure'
// Of one pattern. What a pattern with a flaw needs is a few milliseconds; one that is not decided in time passes.
const timeoutMs = 300

type Pattern = { source: string; flags: string; at: number }

/** Patterns whose time grows faster than the text: strangers choose the text. */
export function patternProblems(files: readonly Source[]): Problem[] {
  return files.flatMap((file) =>
    listPatterns(file)
      // Without a repetition that has no end there is nothing to grow.
      .filter(({ source }) => /[*+]|\{\d+,\}/.test(source))
      .flatMap(({ source, flags, at }) => {
        const checked = checkSync(source, flags, { timeout: timeoutMs })
        if (checked.status !== 'vulnerable') return []
        const says = `/${source}/${flags} takes ${checked.complexity.summary} time`
        return [{ path: file.path, line: lineAt(file.text, at), says }]
      }),
  )
}

function listPatterns({ path, text }: Source): Pattern[] {
  const found: Pattern[] = []
  new Visitor({
    Literal(node) {
      if ('regex' in node)
        found.push({ source: node.regex.pattern, flags: node.regex.flags, at: node.start })
    },
    NewExpression({ callee, arguments: [pattern, flags], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
      const source = constantText(pattern)
      if (source !== null) found.push({ source, flags: constantText(flags) ?? '', at: start })
    },
  }).visit(parseSync(path, text).program)
  return found
}

function constantText(node: unknown): string | null {
  return typeof node === 'object' &&
    node !== null &&
    'value' in node &&
    typeof node.value === 'string'
    ? node.value
    : null
}

if (import.meta.main) {
  const files = projectFiles().filter(
    ({ path }) => /^(?:api|app|core|server)\//.test(path) && isCode(path) && !isTest(path),
  )
  const problems = patternProblems(files)
  for (const { path, line, says } of problems) process.stdout.write(`${path}:${line} ${says}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
