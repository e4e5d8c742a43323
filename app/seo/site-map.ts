import { escaped } from './markup.ts'

/** Entries of one part: the protocol allows ten times as many, and this many are read at once. */
export const partSize = 5000

type Entry = { path: string; changedAt?: Date }

/** The parts a map consists of. */
export function mapIndex(origin: string, paths: readonly string[]): Response {
  const parts = paths.map((path) => `<sitemap><loc>${escaped(origin + path)}</loc></sitemap>`)
  return xml('sitemapindex', parts)
}

/** One part of the map: addresses, with the day of their last change. */
export function mapPart(origin: string, entries: readonly Entry[]): Response {
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${escaped(origin + path)}</loc>${changed}</url>`
  })
  return xml('urlset', urls)
}

function xml(root: string, items: readonly string[]): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${root}>\n`
  return new Response(text, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  })
}
