import { createHash } from 'node:crypto'
import { type Language, languageOf, languages } from '#core/shared/languages.ts'
import { type Area, areas, textsOf } from './catalogue.ts'
import { type TextGroup, textGroups } from './text-groups.ts'

/** A script that hands the texts of one group in one language to the page. */
type TextFile = { path: string; script: string }

const namedAreas = {
  visitor: ['shared', 'pages', 'booking', 'trainer', 'bundles'],
  site: ['example', 'home', 'pricing', 'legal', 'contact', 'embed'],
  account: ['account', 'example', 'googleCalendar'],
  settings: [
    'account',
    'profile',
    'pictures',
    'settings',
    'telegram',
    'security',
    'ownData',
    'googleCalendar',
  ],
  calendar: ['calendar'],
  console: ['admin'],
  facility: ['facilities'],
} as const satisfies Partial<Record<TextGroup, readonly Area[]>>

/** Read by the server alone. */
const unsent: readonly Area[] = ['exportReadme', 'found']

const named = new Set<Area>([...Object.values(namedAreas).flat(), ...unsent])

/** A new feature belongs to the workspace, unless a group names it. */
const areasOf: Readonly<Record<TextGroup, readonly Area[]>> = {
  ...namedAreas,
  workspace: areas.filter((area) => !named.has(area)),
}

const files = { en: filesOf('en'), de: filesOf('de'), ru: filesOf('ru') }

function filesOf(language: Language): Record<TextGroup, TextFile> {
  return eachGroup((group) => fileOf(language, group))
}

function eachGroup<Value>(valueOf: (group: TextGroup) => Value): Record<TextGroup, Value> {
  const [visitor, site, account, workspace, settings, calendar, operator, facility] = textGroups
  return {
    [visitor]: valueOf(visitor),
    [site]: valueOf(site),
    [account]: valueOf(account),
    [workspace]: valueOf(workspace),
    [settings]: valueOf(settings),
    [calendar]: valueOf(calendar),
    [operator]: valueOf(operator),
    [facility]: valueOf(facility),
  }
}

/** The path names the content, so that a browser may keep the file for good. */
function fileOf(language: Language, group: TextGroup): TextFile {
  const name = `${group}.${language}`
  const script = `(self.openspotTexts??={})["${name}"]=${JSON.stringify(textsOf(language, areasOf[group]))}`
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 10)
  return { path: `/language/${name}.${hash}.js`, script }
}

/** Where a page of a language finds each group. */
export function textPaths(language: Language): Record<TextGroup, string> {
  return eachGroup((group) => files[language][group].path)
}

/** The file of a request, also of a page older than this build; null where there is none. */
export function findTextFile(fileName: string): TextFile | null {
  const [group = '', name] = fileName.split('.')
  const language = languageOf(name)
  const known = textGroups.find((one) => one === group)
  return language && known ? files[language][known] : null
}

/** Puts every text where pages drawn on the server look for it. */
export function provideTexts(): void {
  globalThis.openspotTexts = Object.fromEntries(
    languages.flatMap((language) =>
      textGroups.map((group) => [`${group}.${language}`, textsOf(language, areasOf[group])]),
    ),
  )
}
