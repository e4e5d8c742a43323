import { buildWhenStale } from '#tests/support/build.ts'

/** The tests of this folder ask the built application in-process. */
export default buildWhenStale
