import fc from 'fast-check'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { type Action, command, isRequest, timePasses } from './actions.ts'
import { atTheDoor, type DoorAction } from './door-actions.ts'
import { foresee } from './foresee.ts'
import { at } from './known.ts'
import { perform, type Performed } from './perform.ts'
import { replay, settings } from './settings.ts'
import { type State, stateOf } from './state.ts'
import { expectSound, expectStored } from './stored.ts'
import { buildWorld, planOf, type World } from './world.ts'

const { parameters, timeout } = settings(200)

test(
  'whatever is done one after the other, the answers and the database are those of the model',
  { timeout },
  async ({ deps, db }) => {
    const stranger = await aVendor(db)
    const plans = planOf(5)
    const marks: Marks = { asked: 0, made: 0 }
    const commands = fc.commands(
      [
        fc
          .oneof(
            { weight: 18, arbitrary: command },
            { weight: 2, arbitrary: timePasses },
            { weight: 4, arbitrary: atTheDoor },
          )
          .map((action) => step(action, marks)),
      ],
      {
        maxCommands: 60,
        size: 'max',
        ...replay,
      },
    )
    await fc.assert(
      fc.asyncProperty(plans, commands, async (plan, steps) => {
        await fc.asyncModelRun(async () => {
          const real = await buildWorld(deps, stranger, plan)
          const model = stateOf(plan, real)
          return { model, real: { ...real, known: model } }
        }, steps)
        await expectSound(db)
      }),
      parameters,
    )
    // A run of one case may have none.
    if (parameters.path === undefined) expect(marks.made).toBeGreaterThan(marks.asked / 5)
  },
)

/** How many customers somebody wanted to mark as came or no-show, and how many were. */
type Marks = { asked: number; made: number }

function step(action: Action | DoorAction, marks: Marks): fc.AsyncCommand<State, World> {
  return {
    check: (state) => action.call(state, '') !== null,
    run: async (state, world) => {
      const call = action.call(state, `key ${state.sent.length} ${world.vendor.id}`)
      if (call === null) return
      const expected = foresee(state, call)
      if (call.kind === 'mark' && call.mark !== null) {
        marks.asked += 1
        if (isOk(expected)) marks.made += 1
      }
      const performed = await perform(world, call)
      expectAnswer(performed.answer, expected)
      bind(state, performed)
      if (isRequest(call)) state.sent.push(call)
      await expectStored(world.deps.db, state)
    },
    toString: () => action.text,
  }
}

const isOk = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true

/** Every word of the model's answer; dates of sentences are not modelled. */
function expectAnswer(answer: unknown, expected: unknown): void {
  if (typeof expected === 'object' && expected !== null)
    expect(answer, 'the answer').toMatchObject(expected)
  else expect(answer, 'the answer').toEqual(expected)
}

/** What the model foresaw gets the ids it has. */
function bind(state: State, { purchase, bought, redeemed }: Performed): void {
  const spot = state.spots.at(-1)
  if (redeemed !== null && spot?.id === '') spot.id = redeemed
  const pass = state.passes.at(-1)
  if (bought !== null && pass?.id === '') pass.id = bought.passId
  const group = state.groups.at(-1)
  if (purchase === null || group === undefined || group.id !== '') return
  group.id = purchase.purchaseId
  group.spots.forEach((spot, index) => {
    at(state.spots, spot).id = at(purchase.spots, index).id
  })
}
