import Clock from 'lucide-react/icons/clock'
import MapPin from 'lucide-react/icons/map-pin'
import Tag from 'lucide-react/icons/tag'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { usePriceText } from '#app/locale/price.tsx'

type ClassFactsProps = {
  location: string | null
  online: boolean
  priceMinor: number
  currency: string
  maxStudents: number
  durationMinutes: number
}

/** What one wants to know of a class before anything else. */
export function ClassFacts(facts: ClassFactsProps) {
  const t = useTranslations('pages.class')
  const s = useTranslations('shared')
  const priceText = usePriceText()
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 sm:text-lg [&_svg]:size-5 [&_svg]:stroke-[1.75]">
      <Fact icon={<Clock />}>{t('minutes', { n: facts.durationMinutes })}</Fact>
      {facts.online && <Fact icon={<Video />}>{s('online')}</Fact>}
      {facts.location && <Fact icon={<MapPin />}>{facts.location}</Fact>}
      <Fact icon={<Tag />}>
        {facts.priceMinor === 0
          ? s('free')
          : t('perSession', { price: priceText(facts.priceMinor, facts.currency) })}
      </Fact>
      <Fact icon={<Users />}>{t('most', { n: facts.maxStudents })}</Fact>
    </ul>
  )
}

export function Fact({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex min-w-0 items-start gap-2">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-accent sm:mt-1">
        {icon}
      </span>
      <span className="min-w-0 wrap-anywhere" suppressHydrationWarning>
        {children}
      </span>
    </li>
  )
}
