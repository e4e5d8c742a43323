import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { stylesOfPage } from './page-styles.ts'

const moduleName = 'virtual:route-styles'
const root = path.join(import.meta.dirname, '../..')
const appFolder = path.join(root, 'app/')

/**
 * The styles that each page for visitors uses, by route: a page carries them inside itself, so that the first visit waits
 * for no second answer. The browser's build runs first and knows which files a route and the root import. Classes that are
 * written in none of them are left out of the whole sheet. The server's build reads what was written.
 */
export function routeStyles(): Plugin {
  return {
    name: 'openspot:route-styles',
    enforce: 'post',
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : null),
    load(id) {
      if (id !== `\0${moduleName}`) return null
      const { name, mode, config } = this.environment
      const isWritten = name === 'ssr' && mode === 'build'
      return `export default ${isWritten ? readFileSync(fileBeside(config.build), 'utf8') : '{}'}`
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const sheet = Object.values(bundle).find(
        (file) => file.type === 'asset' && /\/styles-[^/]+\.css$/.test(file.fileName),
      )
      if (sheet?.type !== 'asset') throw new Error('The build has no styles.')
      const whole = Buffer.from(sheet.source).toString()
      const imported = new Map<string, Set<string>>()
      for (const id of this.getModuleIds()) {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        const known = imported.get(fileOf(id)) ?? new Set()
        for (const other of [...importedIds, ...dynamicallyImportedIds]) known.add(fileOf(other))
        imported.set(fileOf(id), known)
      }
      const inner = [...imported.keys()].filter((file) =>
        /^routes\/(?:public|auth)\/[^/]+\.tsx$/.test(path.relative(appFolder, file)),
      )
      const sheets = inner.map((file) => {
        const files = filesFrom([path.join(appFolder, 'root.tsx'), file], imported)
        const sources = files.map((one) => readFileSync(one, 'utf8'))
        return [routeOf(file), stylesOfPage(whole, sources)]
      })
      writeFileSync(
        fileBeside(this.environment.config.build),
        JSON.stringify(Object.fromEntries(sheets)),
      )
    },
  }
}

const fileOf = (id: string) => id.replace(/\?.*$/s, '')

const fileBeside = ({ outDir }: { outDir: string }) =>
  path.join(path.dirname(path.resolve(root, outDir)), 'route-styles.json')

/** As React Router names it: the path below app/ without its ending. */
const routeOf = (file: string) =>
  path
    .relative(appFolder, file)
    .split(path.sep)
    .join('/')
    .replace(/\.tsx$/, '')

function filesFrom(first: readonly string[], imported: ReadonlyMap<string, Set<string>>): string[] {
  const found = new Set(first)
  for (const file of found)
    for (const other of imported.get(file) ?? []) if (other.startsWith(appFolder)) found.add(other)
  return [...found].filter((file) => /\.tsx?$/.test(file))
}
