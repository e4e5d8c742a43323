import path from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompress } from './app/build/precompress.ts'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The whole map is small; asking the server for parts of it would cost a request per link.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) =>
    precompress(path.join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config
