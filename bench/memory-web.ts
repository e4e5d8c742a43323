// The web process with the same code and every answer of the database taken from memory after its first
// time: what is left is the cost of the pages themselves. Only for the benchmark's reference.
import path from 'node:path'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from 'kysely'
import pg from 'pg'
import type { ServerBuild } from 'react-router'
import type { DB } from '#core/shared/database.ts'
import { SnakeCaseDialect } from '#core/shared/row-names.ts'
import { createApp } from '#server/http/app.ts'
import { exitWithParent } from '#server/children.ts'
import { loadConfig } from '#server/config.ts'
import { createDeps } from '#server/deps.ts'

exitWithParent()
const config = loadConfig()
const real = createDeps(config)
const remembered = new Map<string, QueryResult<unknown>>()

class Remembering extends SnakeCaseDialect {
  override createDriver() {
    const driver = super.createDriver()
    const connection: DatabaseConnection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        const key = JSON.stringify([query.sql, query.parameters])
        const known = remembered.get(key) ?? (await real.db.executeQuery<R>(query))
        remembered.set(key, known)
        return isResult<R>(known) ? known : { rows: [] }
      },
      streamQuery: () => {
        throw new Error('Nothing is streamed here.')
      },
    }
    return Object.assign(driver, {
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
    })
  }
}

function isResult<R>(value: QueryResult<unknown>): value is QueryResult<R> {
  return Array.isArray(value.rows)
}

const db = new Kysely<DB>({ dialect: new Remembering({ pool: new pg.Pool({ max: 1 }) }) })
const build: ServerBuild = await import(path.resolve('build/server/index.js'))
const app = createApp({
  deps: { ...real, db, searches: db },
  proxies: config.proxies,
  build: async () => build,
  assets: 'build/client',
  mode: 'production',
})
const listen = getRequestListener(app.fetch)
createServer((request, response) => void listen(request, response)).listen(config.port, '127.0.0.1')
