import { type ActionFunctionArgs, data } from 'react-router'
import { retryAfterSeconds } from './failures.ts'
import { emptyAnswer, type FormAnswer } from './form-answer.ts'

/** Each is held in memory, with a copy or two, until it is done. */
const mostAtOnce = 6
let underway = 0

/** An action whose form contains a file. If too many arrive at once, it is busy before it reads any of the form. */
export function limitUploads<Answer>(
  action: (args: ActionFunctionArgs) => Promise<Answer>,
): (args: ActionFunctionArgs) => Promise<Answer | ReturnType<typeof busy>> {
  return async (args) => {
    if (underway >= mostAtOnce) return busy()
    underway += 1
    try {
      return await action(args)
    } finally {
      underway -= 1
    }
  }
}

function busy() {
  const answer: FormAnswer = { ...emptyAnswer({}), problem: { kind: 'busy' } }
  return data(answer, { status: 503, headers: { 'retry-after': retryAfterSeconds } })
}
