import type { ActionFunctionArgs } from 'react-router'
import { textOf, typedIn } from './form-answer.ts'
import { formOf } from './request.ts'

type Action = (args: ActionFunctionArgs) => Promise<unknown>

/** The action of a page with several forms: the button that was pressed says which is meant, else `otherwise`. */
export function byIntent<Actions extends Record<string, Action>>(
  actions: Actions,
  otherwise: Action,
): (args: ActionFunctionArgs) => ReturnType<Actions[keyof Actions]>
export function byIntent(actions: Record<string, Action>, otherwise: Action): Action {
  return async (args) => {
    const intent = textOf(typedIn(await formOf(args.request.clone())), 'intent')
    const action = Object.hasOwn(actions, intent) ? actions[intent] : undefined
    return (action ?? otherwise)(args)
  }
}
