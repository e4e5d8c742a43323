import { importsOf, isCode, isTest, type Problem, type Source } from './source.ts'
import { features } from './vocabulary.ts'

type Feature = (typeof features)[number]
type Place = { feature: Feature; layer: number }

// The direction between features: an import goes to a lower step only.
const steps: Record<Feature, number> = {
  events: -1,
  audit: 0,
  accounts: 1,
  vendors: 2,
  plans: 3,
  classes: 4,
  entitlements: 5,
  bookings: 6,
  payments: 7,
  waitlist: 7,
  facilities: 7,
  messages: 8,
  calendar: 8,
  telegram: 8,
  clients: 8,
  referrals: 8,
  reviews: 8,
  analytics: 8,
}

const layers = ['rules', 'schema', 'queries', 'commands', 'subscriptions', 'jobs']
const rulesLayer = layers.indexOf('rules')
const subscriptionsLayer = layers.indexOf('subscriptions')
const jobsLayer = layers.indexOf('jobs')
// What every feature uses of the events, and where it stands among the layers.
const eventLayers: Record<string, string> = {
  'catalogue.ts': 'schema',
  'emit.ts': 'commands',
  'define-subscriptions.ts': 'commands',
}
const pureShared = /^core\/shared\/(?:money|time|ids)\.ts$/
const visibleToComponents =
  /^core\/(?:[a-z]+\/(?:rules|catalogue|schema)\.ts|shared\/(?:time|money|formats)\.ts|shared\/texts\/.*)$/

/** Imports that go against the direction of the layers and features. */
export function wallProblems(files: readonly Source[]): Problem[] {
  return files
    .filter((file) => isCode(file.path) && !isTest(file.path))
    .flatMap((file) =>
      importsOf(file).flatMap(({ line, target, typeOnly }) => {
        if (typeOnly && namesTheProviders(file.path, target)) return []
        const says = wallBetween(file.path, target)
        return says ? [{ path: file.path, line, says: `${says} (imports ${target})` }] : []
      }),
    )
}

// The type of the dependencies says what the providers look like, and loads none of them.
function namesTheProviders(from: string, to: string): boolean {
  return from === 'core/shared/deps.ts' && to.startsWith('core/integrations/')
}

function wallBetween(from: string, to: string): string | null {
  const inCore = from.startsWith('core/')
  if (inCore && /^(?:app|server|db|tests|scripts)\//.test(to)) {
    return 'core knows neither the web nor the processes that run it'
  }
  if (from.startsWith('core/shared/')) return sharedWall(to)
  if (from.startsWith('core/integrations/')) return integrationWall(to)
  if (inCore) return featureWall(from, to)
  if (from.startsWith('app/')) return appWall(from, to)
  return null
}

function sharedWall(to: string): string | null {
  if (!to.startsWith('core/') || to.startsWith('core/shared/')) return null
  return 'core/shared knows no feature and no provider'
}

function integrationWall(to: string): string | null {
  if (!to.startsWith('core/')) return null
  if (/^core\/(?:shared|integrations)\//.test(to) || to === 'core/events/emit.ts') return null
  return 'an integration knows its provider, core/shared and how to emit an event only'
}

function featureWall(from: string, to: string): string | null {
  const source = placeOf(from)
  if (!source) return null
  if (
    source.layer === rulesLayer &&
    !/^core\/[a-z]+\/(?:rules|catalogue)\.ts$/.test(to) &&
    !pureShared.test(to)
  ) {
    return 'rules import only rules and the pure parts of core/shared (money, time, ids)'
  }
  const target = placeOf(to)
  if (source.feature === 'events' && target?.feature !== 'events' && to.startsWith('core/')) {
    return to.startsWith('core/shared/') ? null : 'events know core/shared only'
  }
  if (!target) return null
  if (target.layer > source.layer) {
    return `${layers[source.layer]} do not import ${layers[target.layer]}`
  }
  if (target.feature === source.feature) return null
  if (target.layer === jobsLayer || target.layer === subscriptionsLayer)
    return 'jobs and subscriptions are imported by the worker and their own feature only'
  if (steps[target.feature] < steps[source.feature]) return null
  return `${source.feature} does not stand above ${target.feature}`
}

/** Null for what is no file of a feature. Templates and tests stand with the jobs. */
function placeOf(file: string): Place | null {
  const [top, folder, name = ''] = file.split('/')
  const feature = features.find((known) => known === folder)
  if (top !== 'core' || !feature) return null
  // A catalogue is the fixed figures that the rules speak of.
  const usual = name === 'catalogue.ts' ? 'rules' : name.replace(/\.ts$/, '')
  const layer = layers.indexOf((feature === 'events' && eventLayers[name]) || usual)
  return { feature, layer: layer < 0 ? jobsLayer : layer }
}

function appWall(from: string, to: string): string | null {
  if (from === 'app/client-wall.vite.ts') return null
  if (/^(?:server|db|tests|scripts)\//.test(to)) {
    return 'app is given its dependencies by the request context'
  }
  if (/^(?:pg|kysely)(?:\/|$)/.test(to)) return 'queries and commands of core talk to the database'
  if (from.startsWith('app/components/ui/')) return primitiveWall(to)
  if (from.startsWith('app/components/')) return componentWall(to)
  if (from.startsWith('app/routes/') && /^app\/routes\/[a-z]+\/[^+]/.test(to)) {
    return 'routes do not import each other: what two share lies in app/components'
  }
  return null
}

function primitiveWall(to: string): string | null {
  if (to.startsWith('core/')) return 'primitives know no domain word: give them labels as props'
  if (/^app\/(?:routes|middleware|components\/(?!ui\/))/.test(to)) {
    return 'primitives know nothing of the product around them'
  }
  return null
}

function componentWall(to: string): string | null {
  if (to.startsWith('app/routes/') && !to.includes('/+types/'))
    return 'components do not import routes'
  if (to.startsWith('core/') && !visibleToComponents.test(to)) {
    return 'components see rules.ts, schema.ts, money, time, formats and texts of core only'
  }
  return null
}
