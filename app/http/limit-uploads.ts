import { type ActionFunctionArgs, data } from 'react-router'
import { createPlaces } from '#core/shared/places.ts'
import { incomingContext } from './context.ts'
import { failureOf, TooBusy } from './failures.ts'
import { emptyAnswer, type FormAnswer } from './form-answer.ts'
import { managerOf } from './managing.ts'

// Each is held in memory while it arrives, and has half a minute for that. Those of one vendor must leave room for others, and
// so must those of one network address, which can have many accounts.
const most = 20
const takePlaceOfVendor = createPlaces(most, 2)
const takePlaceOfAddress = createPlaces(most, Math.floor(most / 3))

/** An action whose form may contain a file. If too many arrive at once, it is busy before it reads any of the form. */
export function limitUploads<Answer>(action: (args: ActionFunctionArgs) => Promise<Answer>) {
  return async (args: ActionFunctionArgs): Promise<Answer | ReturnType<typeof refuse>> => {
    // Any other form is small, for instance the one that removes a picture.
    const isMultipart = /^multipart\//i.test(args.request.headers.get('content-type') ?? '')
    if (!isMultipart) return action(args)
    try {
      const leave = takePlaces(args)
      if (!leave) throw new TooBusy()
      return await action(args).finally(leave)
    } catch (error) {
      return refuse(args, error)
    }
  }
}

function takePlaces({ context }: ActionFunctionArgs): (() => void) | null {
  const leaveVendor = takePlaceOfVendor(managerOf(context).vendor.id)
  if (!leaveVendor) return null
  const leaveAddress = takePlaceOfAddress(context.get(incomingContext).network)
  if (leaveAddress)
    return () => {
      leaveVendor()
      leaveAddress()
    }
  leaveVendor()
  return null
}

function refuse(args: ActionFunctionArgs, error: unknown) {
  const failure = failureOf(args, error)
  const answer: FormAnswer = { ...emptyAnswer({}), problem: failure.problem }
  return data(answer, failure)
}
