import path from 'node:path'
import { type Import, importsOf, isCode, isTest, type Problem, type Source } from './source.ts'
import { layers, type Refusal, stepOf, zones } from './wall-table.ts'

type Place = { feature: string; step: number; layer: number }

const stepsLayer = layers.findIndex((names) => names.includes('steps'))
const lastLayer = layers.length - 1

/** Imports that go through a wall or against the direction of the layers and features. */
export function wallProblems(files: readonly Source[]): Problem[] {
  const code = files.filter((file) => isCode(file.path) && !isTest(file.path))
  const crossed = code.flatMap((file) => {
    const refusals = refusalsFor(file.path)
    return importsOf(file).flatMap((one) => {
      const says =
        refusals.find((refusal) => refuses(refusal, one))?.says ?? against(file.path, one.target)
      return says
        ? [{ path: file.path, line: one.line, says: `${says} (imports ${one.target})` }]
        : []
    })
  })
  return [...crossed, ...cycleProblems(code)]
}

/** What the last zone with the file in it refuses. */
export function refusalsFor(file: string): readonly Refusal[] {
  return zones.findLast(({ files }) => matchesAny(file, files))?.refuses ?? []
}

export function matchesAny(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => path.matchesGlob(name, pattern))
}

function refuses({ imports, except = [], typesMayPass }: Refusal, one: Import): boolean {
  if (one.typeOnly && typesMayPass) return false
  return matchesAny(one.target, imports) && !matchesAny(one.target, except)
}

function against(from: string, to: string): string | null {
  const source = placeOf(from)
  const target = placeOf(to)
  if (!source || !target) return null
  if (target.layer > source.layer)
    return `${namesAt(source.layer)} do not import ${namesAt(target.layer)}`
  if (target.feature === source.feature) return null
  if (target.layer === lastLayer)
    return `${namesAt(lastLayer)} are imported by the worker and their own feature only`
  if (target.step < source.step) return null
  return `${source.feature} does not stand above ${target.feature}`
}

function namesAt(layer: number): string {
  return layers[layer]?.join(' and ') ?? ''
}

/** Null for what is no file of a feature. */
function placeOf(file: string): Place | null {
  const [top, feature = '', name = ''] = file.split('/')
  if (top !== 'core' || name === '' || feature === 'shared' || feature === 'integrations')
    return null
  const layer = layers.findIndex((names) => names.includes(name.replace(/\.ts$/, '')))
  // Steps and commands of every feature call what events holds.
  const otherwise = feature === 'events' ? stepsLayer : lastLayer
  return { feature, step: stepOf(feature), layer: layer < 0 ? otherwise : layer }
}

/** Features of the web that import each other in a cycle. */
function cycleProblems(code: readonly Source[]): Problem[] {
  const ways = new Map<string, Map<string, Problem>>()
  for (const file of code) {
    const from = webFeature(file.path)
    if (from === null) continue
    for (const { target, line } of importsOf(file)) {
      const to = webFeature(target)
      if (to === null || to === from) continue
      const known = ways.get(from) ?? new Map<string, Problem>()
      if (!known.has(to)) known.set(to, { path: file.path, line, says: '' })
      ways.set(from, known)
    }
  }
  return [...ways].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, problem]) => {
      const back = wayFrom(to, from, ways)
      return back
        ? [
            {
              ...problem,
              says: `Features import each other in a cycle: ${[from, ...back].join(' → ')}.`,
            },
          ]
        : []
    }),
  )
}

function webFeature(file: string): string | null {
  return /^app\/features\/([^/]+)\//.exec(file)?.[1] ?? null
}

function wayFrom(
  start: string,
  goal: string,
  ways: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): string[] | null {
  const seen = new Set([start])
  let open = [[start]]
  while (open.length > 0) {
    const arrived = open.find((way) => way.at(-1) === goal)
    if (arrived) return arrived
    open = open.flatMap((way) =>
      [...(ways.get(way.at(-1) ?? start)?.keys() ?? [])]
        .filter((next) => !seen.has(next) && seen.add(next))
        .map((next) => [...way, next]),
    )
  }
  return null
}
