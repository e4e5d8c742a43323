import type { RequestListener, Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { Deps } from '#core/shared/deps.ts'
import { createApp } from '../http/app.ts'
import type { Proxies } from '../http/address.ts'
import type { LiveSpots } from '../http/live.ts'
import { mailPages } from './mail-pages.ts'

/** Pages compiled on request, with reload in the browser. */
export async function developmentListener(options: {
  deps: Deps
  server: Server
  proxies: Proxies
  live: LiveSpots
}): Promise<RequestListener> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: options.server } },
    appType: 'custom',
  })
  const loadBuild = async (): Promise<ServerBuild> => {
    const build: unknown = await vite.ssrLoadModule('virtual:react-router/server-build')
    return asBuild(build)
  }
  const app = createApp({ ...options, build: loadBuild, assets: null, mode: 'development' })
  const listener = getRequestListener(app.fetch)
  const mails = getRequestListener(mailPages(options.deps).fetch)
  return (request, response) =>
    request.url?.startsWith('/_mails')
      ? void mails(request, response)
      : vite.middlewares(request, response, () => void listener(request, response))
}

function isBuild(module: unknown): module is ServerBuild {
  return typeof module === 'object' && module !== null && 'routes' in module && 'entry' in module
}

function asBuild(module: unknown): ServerBuild {
  if (!isBuild(module)) throw new Error('Vite did not compile the routes.')
  return module
}
