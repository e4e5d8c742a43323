import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The whole map is small; asking the server for parts of it would cost a request per link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
