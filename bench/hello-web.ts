// The same stack with two pages of its own: the least a page can be, and the markup of the class page (from
// the address in BARE_OF) drawn by a component that knows nothing. Only for the benchmark's references.
import { createServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { ServerBuild } from 'react-router'
import { createApp } from '#server/http/app.ts'
import { exitWithParent } from '#server/children.ts'
import { loadConfig } from '#server/config.ts'
import { createDeps } from '#server/deps.ts'
import type { Piece } from './hello/app/bare.tsx'

type Node = DefaultTreeAdapterTypes.ChildNode

exitWithParent()
const config = loadConfig()
const copied = await fetch(process.env['BARE_OF'] ?? '')
globalThis.benchPage = piecesOf(parse(await copied.text()).childNodes)
const build: ServerBuild = await import(path.resolve('bench/hello/build/server/index.js'))
const app = createApp({
  deps: createDeps(config),
  proxies: config.proxies,
  build: async () => build,
  assets: 'bench/hello/build/client',
  mode: 'production',
})
const listen = getRequestListener(app.fetch)
createServer((request, response) => void listen(request, response)).listen(config.port, '127.0.0.1')

/** The styles and what stands in the body, without scripts. */
function piecesOf(nodes: readonly Node[]): Piece[] {
  return nodes.flatMap((node): Piece[] => {
    if ('value' in node) return [node.value]
    if (!('tagName' in node)) return []
    if (['script', 'noscript', 'link', 'meta', 'title'].includes(node.tagName)) return []
    const inside = piecesOf(node.childNodes)
    if (['html', 'head', 'body'].includes(node.tagName)) return inside
    return [{ tag: node.tagName, attributes: attributesOf(node.attrs), inside }]
  })
}

/** An attribute without a value is one that is set. */
function attributesOf(attributes: readonly { name: string; value: string }[]) {
  return Object.fromEntries(
    attributes
      .filter(({ name }) => name !== 'style')
      .map(({ name, value }) => [name === 'class' ? 'className' : name, value || 'true']),
  )
}
