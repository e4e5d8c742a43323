import { z } from 'zod'

/** What the key is, `keyRefusal` says: each kind of key has a sentence of its own. */
export const connectCardsSchema = z.object({ apiKey: z.string().trim().max(300).default('') })
