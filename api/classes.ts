import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { searchClassIds } from '#core/classes/queries/search.ts'
import {
  type ClassCard,
  findPublicClass,
  readClassCards,
} from '#core/classes/queries/class-cards.ts'
import { listFacilityRules } from '#core/classes/queries/facilities.ts'
import { listUpcomingSessions } from '#core/classes/queries/public-sessions.ts'
import type { Deps } from '#core/shared/deps.ts'
import { busy, invalid, notFound, pageSchema, unexpected } from './answers.ts'
import {
  classAnswer,
  classExample,
  classSchema,
  sessionAnswer,
  sessionExample,
  sessionSchema,
} from './class-answers.ts'
import { cursorField, fromField, limitField, rangeOf, searchField, toField } from './paging.ts'
import { type ApiEnv, noSuchClass } from './problem.ts'

const params = z.object({
  classId: z.string().openapi({ format: 'uuid', example: classExample.id }),
})

const listRoute = createRoute({
  method: 'get',
  path: '/classes',
  operationId: 'listClasses',
  tags: ['Classes'],
  summary: 'List the published classes, those with the next date first',
  request: { query: z.object({ search: searchField, cursor: cursorField, limit: limitField }) },
  responses: {
    200: {
      description: 'A page of classes.',
      content: {
        'application/json': {
          schema: pageSchema(classSchema),
          example: { data: [classExample], nextCursor: null },
        },
      },
    },
    400: invalid,
    500: unexpected,
    503: busy,
  },
})

const findRoute = createRoute({
  method: 'get',
  path: '/classes/{classId}',
  operationId: 'findClass',
  tags: ['Classes'],
  summary: 'Read a class',
  request: { params },
  responses: {
    200: {
      description: 'The class.',
      content: { 'application/json': { schema: classSchema, example: classExample } },
    },
    404: notFound,
    500: unexpected,
    503: busy,
  },
})

const sessionsRoute = createRoute({
  method: 'get',
  path: '/classes/{classId}/sessions',
  operationId: 'listSessions',
  tags: ['Classes'],
  summary: 'List the upcoming sessions of a class, ordered by start time',
  request: {
    params,
    query: z.object({ from: fromField, to: toField, cursor: cursorField, limit: limitField }),
  },
  responses: {
    200: {
      description:
        'A page of sessions. It does not include sessions that were cancelled or have started.',
      content: {
        'application/json': {
          schema: pageSchema(sessionSchema),
          example: { data: [sessionExample], nextCursor: null },
        },
      },
    },
    400: invalid,
    404: notFound,
    500: unexpected,
    503: busy,
  },
})

const idsOfFacilities = (cards: readonly ClassCard[]) =>
  cards.filter(({ kind }) => kind === 'facility').map(({ id }) => id)

export function addClassRoutes(api: OpenAPIHono<ApiEnv>, { db, searches, origin }: Deps): void {
  api.openapi(listRoute, async (c) => {
    const { search, cursor = null, limit } = c.req.valid('query')
    const asked = { text: search, category: null, day: null, cursor, limit }
    const { items, nextCursor } = await searchClassIds(searches, asked)
    const cards = await readClassCards(db, items)
    c.header('Cache-Control', 'public, max-age=5')
    const rules = await listFacilityRules(db, idsOfFacilities(cards))
    const answers = cards.map((card) => classAnswer(card, rules.get(card.id) ?? null, origin))
    return c.json({ data: answers, nextCursor }, 200)
  })

  api.openapi(findRoute, async (c) => {
    const card = await findPublicClass(db, c.req.valid('param').classId)
    if (!card) return noSuchClass(c)
    c.header('Cache-Control', 'public, max-age=5')
    const rules = await listFacilityRules(db, idsOfFacilities([card]))
    return c.json(classAnswer(card, rules.get(card.id) ?? null, origin), 200)
  })

  api.openapi(sessionsRoute, async (c) => {
    const { cursor = null, limit, ...points } = c.req.valid('query')
    const card = await findPublicClass(db, c.req.valid('param').classId)
    if (!card) return noSuchClass(c)
    const range = rangeOf(points, card.timeZone)
    const { items, nextCursor } = await listUpcomingSessions(
      db,
      { classId: card.id },
      { ...range, cursor, limit },
    )
    c.header('Cache-Control', 'no-store')
    return c.json({ data: items.map(sessionAnswer), nextCursor }, 200)
  })
}
