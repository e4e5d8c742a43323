import { startThrowawayPostgres } from '#server/postgres/postgres.ts'
import { ignoreInterrupt, keep } from '#tests/support/keeper.ts'

ignoreInterrupt()
const server = await startThrowawayPostgres()
keep({ url: server.url, superuserUrl: server.superuserUrl }, () => server.stop())
