import { createHash } from 'node:crypto'
import { type Language, languageOf, languages } from '#core/shared/languages.ts'
import { allTexts, areas, type Part } from './catalogue.ts'
import { type TextGroup, textGroups } from './text-groups.ts'

/** A script that hands the texts of one group in one language to the page. */
type TextFile = { path: string; script: string }

const namedAreas = {
  visitor: ['shared', 'pages', 'booking', 'trainer', 'bundles'],
  // A part that is named comes with its own group alone.
  booked: [
    'booking.manage',
    'booking.cancel',
    'booking.move',
    'booking.keepLink',
    'booking.newLink',
    'booking.reminders',
    'booking.request',
    'booking.feed',
    'booking.mySpots',
    'bundles.pass',
    'unsubscribe',
  ],
  site: ['example', 'home', 'pricing', 'legal', 'contact', 'embed'],
  account: ['account', 'example', 'googleCalendar'],
  settings: [
    'account',
    'profile',
    'pictures',
    'settings',
    'telegram',
    'cards',
    'security',
    'ownData',
    'googleCalendar',
  ],
  calendar: ['calendar'],
  console: ['admin'],
  facility: ['facilities'],
  receipt: ['receipt'],
} as const satisfies Partial<Record<TextGroup, readonly Part[]>>

/** Read by the server alone. */
const unsent: readonly Part[] = ['exportReadme', 'found', 'booking.changeFailed', 'booking.paying']

const named: readonly Part[] = [...Object.values(namedAreas).flat(), ...unsent]

/** A new feature belongs to the workspace, unless a group names it. */
const areasOf: Readonly<Record<TextGroup, readonly Part[]>> = {
  ...namedAreas,
  workspace: areas.filter((area) => !named.includes(area)),
}

const files = { en: filesOf('en'), de: filesOf('de'), ru: filesOf('ru') }

function filesOf(language: Language): Record<TextGroup, TextFile> {
  return eachGroup((group) => fileOf(language, group))
}

function eachGroup<Value>(valueOf: (group: TextGroup) => Value): Record<TextGroup, Value> {
  const [
    visitor,
    site,
    account,
    workspace,
    settings,
    calendar,
    operator,
    facility,
    booked,
    receipt,
  ] = textGroups
  return {
    [visitor]: valueOf(visitor),
    [site]: valueOf(site),
    [account]: valueOf(account),
    [workspace]: valueOf(workspace),
    [settings]: valueOf(settings),
    [calendar]: valueOf(calendar),
    [operator]: valueOf(operator),
    [facility]: valueOf(facility),
    [booked]: valueOf(booked),
    [receipt]: valueOf(receipt),
  }
}

/** The path names the content, so that a browser may keep the file for good. */
function fileOf(language: Language, group: TextGroup): TextFile {
  const name = `${group}.${language}`
  const script = `(self.openspotTexts??={})["${name}"]=${JSON.stringify(textsIn(language, group))}`
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 10)
  return { path: `/language/${name}.${hash}.js`, script }
}

/** The texts of a group by their areas: of an area all parts but those that are named by themselves. */
function textsIn(language: Language, group: TextGroup): Record<string, Record<string, unknown>> {
  const all = new Map(Object.entries(allTexts(language)))
  const found: Record<string, Record<string, unknown>> = {}
  for (const name of areasOf[group]) {
    const [area = '', only] = name.split('.')
    const isIn = (part: string) =>
      only === undefined ? !named.some((one) => one === `${area}.${part}`) : part === only
    const parts = Object.entries(all.get(area) ?? {}).filter(([part]) => isIn(part))
    found[area] = { ...found[area], ...Object.fromEntries(parts) }
  }
  return found
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
      textGroups.map((group) => [`${group}.${language}`, textsIn(language, group)]),
    ),
  )
}
