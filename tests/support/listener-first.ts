import { getRequestListener } from '@hono/node-server'

// The first listener of a process replaces the global Response. All test files of a worker share one process, so this
// can happen before `live.ts` is loaded: here it always does.
getRequestListener(() => new Response())
