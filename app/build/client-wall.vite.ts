import path from 'node:path'
import type { Plugin } from 'vite'
import { neverInBrowser } from '../../scripts/structure/wall-table.ts'

const nodeModule = /^(?:node:|__vite-browser-external)/

/** Fails the build of the browser's bundle when server code reaches it, and names the way there. */
export function clientWall(): Plugin {
  let root = process.cwd()
  const short = (id: string) => path.relative(root, id.replace(/\?.*/s, '')).replaceAll('\\', '/')
  const isForbidden = (id: string) =>
    nodeModule.test(id.replace(/^\0/, '')) ||
    neverInBrowser.some((pattern) => path.matchesGlob(nameOf(short(id)), pattern))

  return {
    name: 'openspot:client-wall',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      root = config.root
    },
    buildEnd(error) {
      if (error) return
      const importersOf = (id: string) => this.getModuleInfo(id)?.importers ?? []
      const reached = [...this.getModuleIds()].filter(isForbidden)
      // What a forbidden module imports is forbidden through it: one way in is enough to read.
      const entrances = reached.filter((id) => !importersOf(id).some(isForbidden))
      const ways = entrances.map((id) => wayTo(id, importersOf).map(short).join('\n    → '))
      if (ways.length > 0) {
        this.error(`Server code reached the browser's bundle:\n  ${ways.join('\n  ')}`)
      }
    },
  }
}

/** A file of a package by the name it is imported by, a file of ours by its path. */
function nameOf(file: string): string {
  return file.replace(/^.*node_modules\//, '')
}

/** The shortest chain of imports from an entry to the module, entry first. */
function wayTo(target: string, importersOf: (id: string) => readonly string[]): string[] {
  const seen = new Set([target])
  let ways = [[target]]
  let longest = [target]
  while (ways.length > 0) {
    longest = ways[0] ?? longest
    ways = ways.flatMap((way) =>
      importersOf(way[0] ?? target)
        .filter((importer) => !seen.has(importer))
        .map((importer) => {
          seen.add(importer)
          return [importer, ...way]
        }),
    )
  }
  return longest
}
