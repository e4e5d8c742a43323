import Globe from 'lucide-react/icons/globe'
import AtSign from 'lucide-react/icons/at-sign'
import MapPin from 'lucide-react/icons/map-pin'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { type SocialNetwork, socialNetworks, socialUrl } from '#core/shared/social-networks.ts'

export type TrainerElsewhere = {
  serviceAreas: string | null
  website: string | null
} & Readonly<Record<SocialNetwork, string | null>>

/** Where else a trainer teaches and can be found, at the end of the page; nothing if they did not say. */
export function TrainerLinks({ of, name }: { of: TrainerElsewhere; name: string }) {
  const t = useTranslations('trainer')
  const handles = socialNetworks.flatMap((network) => {
    const handle = of[network]
    return handle === null ? [] : [{ network, handle }]
  })
  if (of.serviceAreas === null && of.website === null && handles.length === 0) return null
  return (
    <section
      aria-label={`${t('links')}: ${name}`}
      className="mt-10 grid gap-1 border-t border-line pt-4"
    >
      {of.serviceAreas !== null && (
        <p className="flex items-start gap-1.5 text-muted">
          <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {t('areas', { areas: of.serviceAreas })}
          </span>
        </p>
      )}
      {(of.website !== null || handles.length > 0) && (
        <ul className="flex flex-wrap gap-x-6">
          {of.website !== null && (
            <Item href={of.website} icon={<Globe aria-hidden="true" />}>
              {hostOf(of.website)}
            </Item>
          )}
          {handles.map(({ network, handle }) => (
            <Item
              key={network}
              href={socialUrl(network, handle)}
              icon={<AtSign aria-hidden="true" />}
            >
              {networkNames[network]}
            </Item>
          ))}
        </ul>
      )}
    </section>
  )
}

const networkNames = { instagram: 'Instagram', facebook: 'Facebook', twitter: 'X' } as const

const hostOf = (address: string) => new URL(address).hostname.replace(/^www\./, '')

function Item({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
  return (
    <li className="min-w-0">
      {/* Their own choice, not ours: search engines need not follow it. */}
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="inline-flex min-h-11 items-center gap-1.5 underline underline-offset-4 wrap-anywhere [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
      >
        {icon}
        <bdi>{children}</bdi>
      </a>
    </li>
  )
}
