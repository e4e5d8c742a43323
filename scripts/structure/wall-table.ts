// Every import wall there is, as data. The structure check reads it, `npm run lint:walls` writes the
// linter's rules from it, and the build keeps the browser's bundle clean with it.

/** Paths from the root as globs, or names of packages. */
type Names = readonly string[]

export type Refusal = {
  imports: Names
  except?: Names
  /** A type loads nothing. */
  typesMayPass?: true
  says: string
}

/** Some files and what they may not import. Of several zones with a file in them, the last one holds. */
export type Zone = { files: Names; refuses: readonly Refusal[] }

const database = ['kysely', 'kysely/**', 'pg', 'pg/**']
const react = ['react', 'react/**', 'react-dom', 'react-dom/**', 'react-router', 'react-router/**']
const http = ['hono', 'hono/**', '@hono/**', '@react-router/**']
const tools = ['tests/**', 'scripts/**', 'bench/**', 'torture/**']

/** What the browser must never load, not even by a long way round. */
export const neverInBrowser: Names = [
  'core/*/{queries,commands,subscriptions,jobs}.ts',
  'core/*/{queries,steps,commands,templates,texts}/**',
  'core/integrations/**',
  'core/shared/{audit,common-passwords,db,log,outbox,passwords,sealing,security-event,settle,signing}.ts',
  'app/**/*.server.ts',
  'app/locale/{areas,catalogue,translate}.ts',
  'api/**',
  'server/**',
  'db/**',
  ...database,
  'node:*',
]

const outsideCore: Refusal = {
  imports: ['api/**', 'app/**', 'server/**', 'db/**', ...tools],
  says: 'core knows neither the web nor the processes that run it',
}
const httpInCore: Refusal = { imports: http, says: 'HTTP belongs to app, api and server' }
const reactInCore: Refusal = {
  imports: react,
  says: 'React belongs to app; core may use it in messages/templates only',
}
const outsideApp: Refusal = {
  imports: ['api/**', 'server/**', 'db/**', ...tools],
  says: 'app is given its dependencies by the request context',
}
const databaseInApp: Refusal = {
  imports: database,
  says: 'queries and commands of core talk to the database',
}
const pagesOutsideRoutes: Refusal = {
  imports: ['app/routes/**', 'app/*'],
  says: 'only app/routes.ts and the root know the pages',
}
const compiledApp: Refusal = {
  imports: ['app/**'],
  says: 'server loads the pages as one compiled bundle',
}
const productBelow: Refusal = {
  imports: ['app/features/**'],
  says: 'what every feature stands on knows none of them',
}

export const zones: readonly Zone[] = [
  { files: ['core/**/*.ts'], refuses: [outsideCore, httpInCore, reactInCore] },
  { files: ['core/messages/templates/**'], refuses: [outsideCore, httpInCore] },
  {
    files: ['core/*/{rules,catalogue}.ts', 'core/*/rules/*.ts'],
    refuses: [
      outsideCore,
      {
        imports: ['**'],
        except: [
          'core/*/{rules,catalogue}.ts',
          'core/*/rules/*.ts',
          'core/shared/{money,time,ids,languages,meant-address}.ts',
        ],
        says: 'rules import only rules and the pure parts of core/shared (money, time, ids, languages, meant-address)',
      },
    ],
  },
  {
    // Its figures are schemas.
    files: ['core/events/catalogue.ts'],
    refuses: [
      outsideCore,
      {
        imports: ['node:*', ...database, ...react, ...http, 'core/**'],
        except: ['core/shared/**'],
        says: 'events know core/shared only',
      },
    ],
  },
  {
    files: ['core/*/schema.ts'],
    refuses: [
      outsideCore,
      {
        imports: ['node:*', ...database, ...react, ...http, 'core/integrations/**'],
        says: 'schemas run in the browser too',
      },
    ],
  },
  {
    files: ['core/shared/**'],
    refuses: [
      outsideCore,
      httpInCore,
      reactInCore,
      {
        imports: ['core/**'],
        except: ['core/shared/**'],
        says: 'core/shared knows no feature and no provider',
      },
    ],
  },
  {
    // It says what the providers look like, and loads none of them.
    files: ['core/shared/deps.ts'],
    refuses: [
      outsideCore,
      {
        imports: ['core/**'],
        except: ['core/shared/**'],
        typesMayPass: true,
        says: 'core/shared knows no feature and no provider',
      },
    ],
  },
  {
    files: ['core/integrations/**'],
    refuses: [
      outsideCore,
      httpInCore,
      reactInCore,
      {
        imports: ['core/**'],
        except: ['core/shared/**', 'core/integrations/**', 'core/events/emit.ts'],
        says: 'an integration knows its provider, core/shared and emit only',
      },
    ],
  },
  { files: ['app/**'], refuses: [outsideApp, databaseInApp] },
  {
    files: ['app/routes/**'],
    refuses: [
      outsideApp,
      databaseInApp,
      {
        imports: ['app/routes/**'],
        except: ['app/routes/**/+types/**'],
        says: 'routes do not import each other: what two share lies in app/features',
      },
    ],
  },
  {
    files: ['app/{http,seo,theme}/**'],
    refuses: [outsideApp, databaseInApp, pagesOutsideRoutes, productBelow],
  },
  {
    files: ['app/locale/**'],
    refuses: [
      outsideApp,
      databaseInApp,
      pagesOutsideRoutes,
      { ...productBelow, except: ['app/features/*/texts/*.ts'] },
    ],
  },
  {
    files: ['app/features/**'],
    refuses: [
      outsideApp,
      pagesOutsideRoutes,
      {
        imports: ['core/**'],
        except: [
          'core/*/{rules,schema,catalogue}.ts',
          'core/*/rules/*.ts',
          'core/shared/{time,money,formats,initials,languages,palette,social-networks}.ts',
        ],
        typesMayPass: true,
        says: 'components run rules, schemas, catalogues, time, money, formats, initials and languages of core only',
      },
      {
        imports: [...neverInBrowser, 'app/{http,seo,build}/**'],
        // what a form's action answers is read by the page too
        except: ['app/http/form-answer.ts'],
        typesMayPass: true,
        says: 'components run in the browser: what needs the server is a *.server.ts file',
      },
    ],
  },
  {
    files: ['app/features/**/*.server.ts'],
    refuses: [outsideApp, databaseInApp, pagesOutsideRoutes],
  },
  {
    files: ['app/ui/**'],
    refuses: [
      outsideApp,
      {
        imports: ['core/**'],
        except: ['core/shared/initials.ts'],
        says: 'primitives know no domain word: give them labels as props',
      },
      {
        imports: ['app/**'],
        except: ['app/ui/**'],
        says: 'primitives know nothing of the product around them',
      },
      { imports: ['node:*', ...database], says: 'components run in the browser' },
    ],
  },
  // Parts of the build: they run in Vite, not in the product.
  { files: ['app/build/*.vite.ts'], refuses: [] },
  {
    files: ['api/**'],
    refuses: [
      {
        imports: ['app/**', 'server/**', 'db/**', ...tools],
        says: 'the API knows core only; server mounts it',
      },
      { imports: react, says: 'React belongs to app' },
      databaseInApp,
    ],
  },
  {
    files: ['server/**'],
    refuses: [
      compiledApp,
      { imports: tools, says: 'what runs in production loads nothing that is simulated' },
    ],
  },
  { files: ['server/dev/**'], refuses: [compiledApp] },
  {
    // Pictures for previews say the same sentences as the pages.
    files: ['server/http/pictures/**'],
    refuses: [
      {
        imports: ['app/**'],
        except: ['app/locale/**'],
        says: 'of the web, pictures know its texts and clocks only',
      },
    ],
  },
]

/**
 * The features of core that others stand on. An import goes to a feature with a lower number only. A feature that is not
 * named stands above all of these, and no other feature imports it.
 */
const featureSteps: Readonly<Record<string, number>> = {
  events: 0,
  accounts: 1,
  plans: 2,
  vendors: 3,
  contacts: 4,
  seats: 5,
  money: 5,
  classes: 6,
  pictures: 7,
  passes: 8,
  bookings: 9,
  schedule: 10,
  cards: 10,
  attendance: 11,
  feeds: 12,
  telegram: 12,
}

export function stepOf(feature: string): number {
  return featureSteps[feature] ?? Object.keys(featureSteps).length
}

/** The files of a feature. An import goes to a file of the same layer or a lower one. */
export const layers: readonly Names[] = [
  ['rules', 'catalogue'],
  ['schema'],
  ['queries'],
  // what messages say, and what a command has to give for it
  ['templates', 'texts'],
  // what the use cases of a feature, and of those above it, share inside their transactions
  ['steps'],
  ['commands'],
  ['subscriptions', 'jobs'],
]
