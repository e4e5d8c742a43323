import { parseSync, Visitor } from 'oxc-parser'
import { checkSync } from 'recheck'
import { projectFiles } from './structure.ts'
import { isCode, isTest, lineAt, type Problem, type Source } from './structure/source.ts'

// The same everywhere: other backends of the library are programs for some systems only.
process.env['RECHECK_BACKEND'] = 'pure'
// Limits are steps, never time: the answer must not depend on how busy the machine is.
const noTimeout = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
}
// For what has no automaton (lookarounds and references back): texts are tried instead, only so many of them.
const fewTexts = {
  maxIteration: 1,
  maxInitialGenerationSize: 60,
  maxGenerationSize: 20,
  crossoverSize: 5,
  mutationSize: 10,
  maxAttackStringSize: 20_000,
  attackLimit: 2_000_000,
  incubationLimit: 5000,
}

type Pattern = { source: string; flags: string; at: number }

/** Patterns whose time grows faster than the text: strangers choose the text. */
export function patternProblems(files: readonly Source[]): Problem[] {
  return files.flatMap((file) =>
    listPatterns(file)
      // Without a repetition that has no end there is nothing to grow.
      .filter(({ source }) => /[*+]|\{\d+,\}/.test(source))
      .flatMap(({ source, flags, at }) => {
        const takes = timeTaken(source, flags)
        if (takes === null) return []
        const says = `/${source}/${flags} takes ${takes} time`
        return [{ path: file.path, line: lineAt(file.text, at), says }]
      }),
  )
}

function timeTaken(source: string, flags: string): string | null {
  const exact = checkSync(source, flags, { ...noTimeout, checker: 'automaton' })
  const checked =
    exact.status === 'unknown'
      ? checkSync(source, flags, { ...noTimeout, ...fewTexts, checker: 'fuzz' })
      : exact
  if (checked.status === 'safe') return null
  return checked.status === 'vulnerable' ? checked.complexity.summary : 'unknown'
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
  // Strangers write nothing that the build reads.
  const files = projectFiles().filter(
    ({ path }) =>
      /^(?:api|app(?!\/build)|core|server)\//.test(path) && isCode(path) && !isTest(path),
  )
  const problems = patternProblems(files)
  for (const { path, line, says } of problems) process.stdout.write(`${path}:${line} ${says}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
