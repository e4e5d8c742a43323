import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

type ModuleInfo = { importers: readonly string[]; importedIds: readonly string[] }
type Graph = { getModuleInfo(id: string): ModuleInfo | null }

const page = /[\\/]app[\\/](root|routes[\\/].+)\.tsx(?:\?|$)/
export const ours = /[\\/](?:app|core|lucide-react)[\\/]/
// The trainer's page in its two layouts has a script of its own, which the landing page and the workspace show, too.
const ofTrainer =
  /[\\/]app[\\/](?:features[\\/]trainer[\\/](?!trainer-bar)|routes[\\/]public[\\/](?:trainer|vendor|vendor-profile)\.)/
const trainer = 'routes/public/trainer'
// Schemas bring their library along, and stay with the screens that use them.
const apart = /[\\/]schema\.ts$/

/** The pages for visitors that have a script, each at one of its addresses. */
const visited = /^routes\/public\/(?:classes|class|book-slot|trainer|booking|request|my-spots)$/
// Small, and alone each would be a request.
const small = /[\\/]app[\\/]ui[\\/]/
const open = /^routes\/(?:public|auth)\//
const workspace = /^routes\/vendor\//

/**
 * The script that a module comes in: `visitor` if the root or two pages for visitors need it (or the trainer's and
 * any other), `workspace` if three pages of the
 * workspace do and no open page, null if it stays with the pages that import it.
 */
export function sharedScript(id: string, graph: Graph): 'visitor' | 'workspace' | null {
  const own = scriptOf(id, graph)
  // A script brings along what its modules import. What an open page needs, too, must not come with the workspace.
  const brings =
    own === 'workspace' ? [...reach(id, (one) => graph.getModuleInfo(one)?.importedIds)] : []
  return brings.every((one) => !ours.test(one) || scriptOf(one, graph) !== null) ? own : null
}

/** Writes beside the build what came into the script of every visitor, for the test that knows what may be in it. */
export function listVisitorScript(): Plugin {
  return {
    name: 'openspot:list-visitor-script',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const { root, build } = this.environment.config
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const visitor = chunks.find(({ name }) => name === 'visitor')
      const files = visitor?.moduleIds.map((id) => path.relative(root, id).replaceAll('\\', '/'))
      writeFileSync(
        path.join(path.resolve(root, build.outDir), '../visitor-script.json'),
        JSON.stringify(files?.toSorted() ?? []),
      )
    },
  }
}

function scriptOf(id: string, graph: Graph): 'visitor' | 'workspace' | null {
  if (apart.test(id) || ofTrainer.test(id)) return null
  const pages = pagesWith(id, graph)
  const count = (kind: RegExp) => pages.filter((name) => kind.test(name)).length
  const enough = small.test(id) ? 1 : 2
  const isShared = count(visited) >= enough || (pages.includes(trainer) && pages.length >= 2)
  if (isShared || pages.includes('root')) return 'visitor'
  return count(workspace) >= 3 && count(open) === 0 ? 'workspace' : null
}

/** The pages that import a module, also by a long way round. */
function pagesWith(id: string, graph: Graph): string[] {
  const nameOf = (one: string) =>
    ofTrainer.test(one) ? trainer : page.exec(one)?.[1]?.replaceAll('\\', '/')
  const above = reach(id, (one) => (nameOf(one) ? [] : graph.getModuleInfo(one)?.importers))
  return [...new Set([...above].map(nameOf))].filter((name) => name !== undefined)
}

/** A module and all that a step leads to, also by a long way round. */
function reach(id: string, step: (id: string) => readonly string[] | undefined): Set<string> {
  const found = new Set([id])
  for (const one of found) for (const other of step(one) ?? []) found.add(other)
  return found
}
