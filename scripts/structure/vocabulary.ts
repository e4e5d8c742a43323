import path from 'node:path'
import { isCode, isTest, type Problem, type Source } from './source.ts'

const topFolders = [
  '.ci',
  'api',
  'app',
  'bench',
  'core',
  'db',
  'docs',
  'public',
  'scripts',
  'server',
  'tests',
  'torture',
]

const rootCode = [
  'playwright.config.ts',
  'react-router.config.ts',
  'vite.config.ts',
  'vitest.config.ts',
]

const routeFolders = ['public', 'auth', 'vendor', 'admin', 'hooks']

const featureFile = /^(?:rules|catalogue|schema|queries|commands|subscriptions|jobs)\.ts$/
// Rules, commands and queries grow from a file into a folder by subject. A command is a use case; what several share is a step.
const featureCommand = /^(?:rules|commands|steps|queries)\/[a-z0-9-]+\.ts$/
// Features that write to people outside the pages keep their words.
const wordFiles: Readonly<Record<string, RegExp>> = {
  messages: /^(?:templates|texts)\/[a-z0-9-]+\.ts$/,
  telegram: /^texts\/[a-z0-9-]+\.ts$/,
}
// The base feature of all others has its own kinds of files.
const eventFile = /^[a-z0-9-]+\.ts$/
const appRoot = ['root.tsx', 'routes.ts', 'entry.server.tsx']
const appFolders = ['build', 'features', 'http', 'locale', 'routes', 'seo', 'theme', 'ui']
const webFeatureFile =
  /^[a-z0-9-]+\/(?:[a-z0-9-]+(?:\.server|\.test)?\.tsx?|texts\/(?:en|de|ru)\.ts)$/
const drawer = /^(?:index|utils?|helpers?|types?|common|misc)\.tsx?$/
const drawerFolder = /^(?:utils?|helpers?|types?|common|misc)$/

/** Files whose name or folder is not allowed. */
export function vocabularyProblems(files: readonly Source[]): Problem[] {
  const problems = files.flatMap((file) => {
    const says = isCode(file.path) ? placeProblem(file.path) : folderProblem(file.path)
    return says ? [{ path: file.path, line: 1, says }] : []
  })
  return [...problems, ...unroutedProblems(files), ...unkeptProblems(files)]
}

function folderProblem(file: string): string | null {
  const [top = '', ...rest] = file.split('/')
  if (rest.length === 0 || topFolders.includes(top)) return null
  return `${top}/ is not one of the top folders: ${topFolders.join(', ')}.`
}

function placeProblem(file: string): string | null {
  const [top = '', second = '', ...rest] = file.split('/')
  const name = path.posix.basename(file)
  const outside = folderProblem(file)
  if (outside) return outside
  if (!file.includes('/') && !rootCode.includes(file))
    return 'Code lies in a folder, not in the root.'
  if (drawer.test(name) || file.split('/').some((part) => drawerFolder.test(part))) {
    return `"${name}" says nothing about what is inside: name the file after its subject.`
  }
  if (top === 'core') return coreProblem(second, rest.join('/'))
  if (top === 'app') return appProblem(second, rest)
  return null
}

function coreProblem(folder: string, inside: string): string | null {
  if (folder === 'shared') return null
  if (folder === 'integrations') {
    return inside.includes('/') ? 'An integration is one file per provider.' : null
  }
  if (isTest(inside)) return null
  if (featureFile.test(inside) || featureCommand.test(inside)) return null
  if (wordFiles[folder]?.test(inside)) return null
  if (folder === 'events' && eventFile.test(inside)) return null
  return 'A feature holds rules, catalogue, schema, queries, steps, commands (or commands/<use-case>), subscriptions, jobs and tests only.'
}

function appProblem(second: string, inside: readonly string[]): string | null {
  if (inside.length === 0) {
    return appRoot.includes(second) ? null : `At the root of app lie ${appRoot.join(', ')} only.`
  }
  if (!appFolders.includes(second)) {
    return `app/${second}/ is not one of the folders of app: ${appFolders.join(', ')}.`
  }
  if (second === 'routes') return routeProblem(inside)
  if (second !== 'features' || webFeatureFile.test(inside.join('/'))) return null
  return 'A feature of app is one flat folder with its texts in texts/{en,de,ru}.ts.'
}

function routeProblem(inside: readonly string[]): string | null {
  const [folder = '', ...rest] = inside
  if (rest.length === 1 && routeFolders.includes(folder)) return null
  return `A route is one file in app/routes/{${routeFolders.join(',')}}/.`
}

/** A page that loads no script (`plain`) has no browser's side. */
function unkeptProblems(files: readonly Source[]): Problem[] {
  return files
    .filter(({ path: file }) => /^app\/routes\/.*\.tsx$/.test(file))
    .filter(({ text }) => /\baction = formAction\(/.test(text) && !/\bplain: true\b/.test(text))
    .filter(
      ({ text }) =>
        !/\bclientAction = keepForm\b|\bfunction clientAction\([^]*?\bkeepForm\(/.test(text),
    )
    .map(({ path: file }) => ({
      path: file,
      line: 1,
      says: 'A form needs `export const clientAction = keepForm`, or it is lost with the network.',
    }))
}

function unroutedProblems(files: readonly Source[]): Problem[] {
  const map = files.find((file) => file.path === 'app/routes.ts')
  if (!map) return []
  return files
    .filter((file) => /^app\/routes\/.*\.tsx?$/.test(file.path) && !isTest(file.path))
    .filter((file) => !map.text.includes(file.path.slice('app/'.length)))
    .map((file) => ({ path: file.path, line: 1, says: 'app/routes.ts does not name this file.' }))
}
