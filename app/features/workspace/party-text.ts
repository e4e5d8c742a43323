import { useTranslations } from 'use-intl'

type Party = { people: number; extras: readonly { name: string }[] }

/** '4 people · Ball machine, Coaching': who took a slot of a facility, and what they booked with it; '' in a class. */
export function usePartyText(): (party: Party | null) => string {
  const t = useTranslations('workspace')
  return (party) =>
    party === null
      ? ''
      : [t('people', { count: party.people }), party.extras.map(({ name }) => name).join(', ')]
          .filter(Boolean)
          .join(' · ')
}

type Taker = { name: string; people: number }

/** 'Ada Brown, 3 people': who has a slot of a facility. */
export function useTakerText(): (taker: Taker) => string {
  const t = useTranslations('workspace')
  return ({ name, people }) => `${name}, ${t('people', { count: people })}`
}
