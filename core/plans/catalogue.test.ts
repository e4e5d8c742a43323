import { expect, test } from 'vitest'
import {
  allLines,
  endingLines,
  isPlanned,
  planCatalogue,
  trialDays,
  whatEnds,
  yearlyPrice,
} from './catalogue.ts'
import { paidPlans } from './rules.ts'

const priceOf = (id: string) => {
  const offer = planCatalogue.find((plan) => plan.id === id)
  return offer ? yearlyPrice(offer) : null
}

test('the plans are Free, Professional and Enterprise, with their prices and limits', () => {
  expect(
    planCatalogue.map(({ id, monthly, bookingsPerMonth, newClassesPerMonth }) => [
      id,
      monthly.minor,
      bookingsPerMonth,
      newClassesPerMonth,
    ]),
  ).toEqual([
    ['free', 0, 10, 3],
    ['professional', 2900, null, null],
    ['enterprise', 9900, null, null],
  ])
  expect(planCatalogue.filter(({ popular }) => popular).map(({ id }) => id)).toEqual([
    'professional',
  ])
  expect(trialDays).toBe(14)
})

test('a year is twelve months at 84 % in whole dollars, and what it saves is computed', () => {
  expect(priceOf('professional')).toEqual({
    year: { minor: 292_00, currency: 'USD' },
    saving: { minor: 56_00, currency: 'USD' },
    savingPercent: 16,
  })
  expect(priceOf('enterprise')).toMatchObject({
    year: { minor: 997_00 },
    saving: { minor: 191_00 },
    savingPercent: 16,
  })
  expect(priceOf('free')).toBeNull()
})

test('no card lists a line twice', () => {
  for (const { lines } of planCatalogue) expect(new Set(lines).size).toBe(lines.length)
})

test('only what there is today has a tick', () => {
  expect(planCatalogue.map(({ lines }) => lines.filter((line) => !isPlanned(line)))).toEqual([
    [
      'bookingsLimited',
      'classesLimited',
      'calendarBasic',
      'emailNotifications',
      'publicListings',
      'mobilePage',
      'basicSupport',
    ],
    [
      'bookingsUnlimited',
      'classesUnlimited',
      'calendarAdvanced',
      'paymentProcessing',
      'customBranding',
      'bundles',
      'reminders',
      'cancellationPolicies',
    ],
    ['everythingInProfessional'],
  ])
})

test('whatever is built for the paid plans is named when a plan ends', () => {
  const built = paidPlans.flatMap((plan) => allLines(plan)).filter((line) => !isPlanned(line))
  const kept = allLines('free')
  const named = ['everythingInProfessional', ...endingLines]
  expect(
    built.filter((line) => !kept.includes(line) && !named.some((one) => one === line)),
  ).toEqual([])
  expect(whatEnds('enterprise', 'free')).toEqual(endingLines)
  expect(whatEnds('enterprise', 'professional')).toEqual([])
  expect(whatEnds('professional', 'free')).toEqual(endingLines)
})
