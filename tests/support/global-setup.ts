import type { TestProject } from 'vitest/node'
import { startDatabaseServer } from '#tests/support/database-server.ts'

/** Runs once before all projects; answers with the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startDatabaseServer(process.env['TEST_DATABASE_URL'])
  project.provide('databaseServer', server)
  return stop
}
