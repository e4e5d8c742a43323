import type { Language } from '#core/shared/languages.ts'

type Said = Readonly<Record<Language, string>>

/** What customers of a class confirm before they book, if the vendor asks for it. */
type ConditionTexts = {
  /** beside its box in the form of the class */
  offered: Said
  /** beside its box in the booking form, in the words of the customer */
  confirmed: Said
}

/**
 * The forms, the booking and the API follow this list. A name is also the name of a field in the class form and in the
 * booking forms, so it has to differ from their other fields. Names are kept with classes and bookings, and stand for their
 * sentence there: a sentence that comes to mean something else needs a new name. Before a name is removed here, remove it
 * from `classes.conditions` too, or nobody could book those classes.
 */
const conditions = {
  fitToTrain: {
    offered: {
      en: 'Customers confirm that they are fit to take part, at their own risk',
      de: 'Kunden bestätigen, dass sie fit genug sind und auf eigene Gefahr teilnehmen',
      ru: 'Клиенты подтверждают, что здоровье позволяет им заниматься и что они участвуют под свою ответственность',
    },
    confirmed: {
      en: 'I am fit to take part, and I take part at my own risk.',
      de: 'Ich bin fit genug und nehme auf eigene Gefahr teil.',
      ru: 'Здоровье позволяет мне заниматься, и я участвую под свою ответственность.',
    },
  },
} satisfies Record<string, ConditionTexts>

export type Condition = keyof typeof conditions

export const conditionTexts: Readonly<Record<Condition, ConditionTexts>> = conditions

export const isCondition = (name: string): name is Condition => Object.hasOwn(conditions, name)

export const conditionNames = Object.keys(conditions).filter(isCondition)

/** A value for each condition. */
export function eachCondition<Value>(
  valueOf: (condition: Condition) => Value,
): Record<Condition, Value>
export function eachCondition(valueOf: (condition: Condition) => unknown) {
  return Object.fromEntries(conditionNames.map((name) => [name, valueOf(name)]))
}

/** A form with a box for each condition, as its other fields and the conditions that are ticked. */
export function readConditions<Form extends Record<Condition, boolean>>(
  form: Form,
): { ticked: Condition[]; rest: Omit<Form, Condition> }
export function readConditions(form: Readonly<Record<string, unknown>>) {
  const rest = Object.entries(form).filter(([name]) => !isCondition(name))
  return { ticked: conditionNames.filter((name) => form[name]), rest: Object.fromEntries(rest) }
}
