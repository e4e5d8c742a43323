import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'
import { seal, type Sealing, unseal } from '#core/shared/sealing.ts'

const questionSchema = z.object({
  challenge: z.string(),
  drawnAt: z.number(),
  /** of the password that the account had; somebody who signs in has shown none */
  mark: z.string().optional(),
})

/** What a passkey has to sign. */
export type PasskeyQuestion = z.infer<typeof questionSchema>

/** How long a page with the question can stay open. */
const lifetime = 60 * 60_000

/** A new question, and `draft`, with which the browser brings it back: nothing is stored for strangers. */
export function drawQuestion(
  deps: Pick<Deps, 'secretKeys'>,
  asker: { userId: string; mark: string } | null,
) {
  const question = {
    challenge: randomBytes(32).toString('base64url'),
    drawnAt: Date.now(),
    ...(asker && { mark: asker.mark }),
  }
  return { question, draft: seal(sealing(deps, asker && asker.userId), JSON.stringify(question)) }
}

/** Null: it is not ours, somebody else's or too old. */
export function readQuestion(
  deps: Pick<Deps, 'secretKeys'>,
  userId: string | null,
  draft: string,
): PasskeyQuestion | null {
  const text = unseal(sealing(deps, userId), draft)
  if (text === null) return null
  const question = questionSchema.parse(JSON.parse(text))
  return question.drawnAt > Date.now() - lifetime ? question : null
}

/** Null: somebody who is not signed in. */
function sealing({ secretKeys }: Pick<Deps, 'secretKeys'>, userId: string | null): Sealing {
  return { keys: secretKeys, purpose: 'passkey question', owner: userId ?? 'anybody' }
}
