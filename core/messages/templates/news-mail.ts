import { z } from 'zod'
import type { News } from '../queries/news.ts'
import { bundleExamples } from './bundle-mail.ts'
import type { Letter } from './define-letter.ts'
import { newsExamples, writeNewsMail } from './purchase-mail.ts'

const newsSchema = z.custom<News>()

/** The news of a purchase. Its facts are not stored: they are read when it is sent. */
export const newsMail: Letter<typeof newsSchema, 'customer' | 'chat' | 'vendor'> = {
  to: ['customer', 'chat', 'vendor'],
  facts: newsSchema,
  write: (deps, stored) => writeNewsMail(deps, stored, newsSchema.parse(stored.facts)),
  examples: [...newsExamples, ...bundleExamples],
}
