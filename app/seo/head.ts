import { createContext, type RouterContextProvider } from 'react-router'
import { depsOf } from '#app/http/request.ts'
import { escaped } from './markup.ts'

/** The part of the head that no browser shows: written into the document, and not into the data of its scripts. */
const unseenContext = createContext('')

/** JSON as schema.org wants it. */
export type Linked = { [key: string]: string | number | boolean | null | Linked | Linked[] }

type HeadTag =
  | { title: string }
  | { name: string; content: string }
  | { tagName: 'link'; rel: string; href: string }

export type Head = HeadTag[]

export type PageFacts = {
  /** with the installation's name, as the tab shows it */
  title: string
  /** without it, as a preview shows it */
  heading?: string
  description: string
  /** the one address that counts, from the root: '/classes' */
  path: string
  /** the picture of a shared link, from the root; the installation's own unless named */
  picture?: string
  /** false: reachable, but not for search engines */
  listed?: boolean
  kind?: 'website' | 'profile'
  /** said to search engines in the words of schema.org */
  linked?: readonly Linked[]
}

/**
 * What search engines and link previews read of a page. Made by the loader, so that no browser loads it. Only what counts
 * for a page that the browser draws later is returned: its title, and the address that is shared.
 */
export function headOf(context: Readonly<RouterContextProvider>, page: PageFacts): Head {
  const { origin, settings } = depsOf(context)
  const url = `${origin}${page.path}`
  const description = shortened(page.description, 200)
  const heading = page.heading ?? page.title
  const picture = `${origin}${page.picture ?? '/og/site.png'}`
  const properties = {
    'og:site_name': settings.operatorName,
    'og:type': page.kind ?? 'website',
    'og:title': heading,
    'og:description': description,
    'og:url': url,
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': heading,
  }
  context.set(
    unseenContext,
    [
      `<meta name="description" content="${escaped(description)}"/>`,
      ...Object.entries(properties).map(
        ([property, content]) => `<meta property="${property}" content="${escaped(content)}"/>`,
      ),
      '<meta name="twitter:card" content="summary_large_image"/>',
      linkedElement(page.linked ?? []),
    ].join(''),
  )
  return [
    { title: page.title },
    ...(page.listed === false ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: url },
  ]
}

export function unseenHead(context: Readonly<RouterContextProvider>): string {
  return context.get(unseenContext)
}

// The lookbehind makes the regex try once per run of separators, not once per character of the run.
const endOfCut = /(?<![\s,;:.·–-])[\s,;:.·–-]+$/

/** One line of limited length, cut between words if possible. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= most) return line
  const cut = characters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(endOfCut, '')}…`
}

/** The element search engines read, or nothing. */
function linkedElement(linked: readonly Linked[]): string {
  if (linked.length === 0) return ''
  const graph = JSON.stringify({ '@context': 'https://schema.org', '@graph': linked })
  // A name could hold the end of the element.
  return `<script type="application/ld+json">${graph.replaceAll('<', '\\u003c')}</script>`
}
