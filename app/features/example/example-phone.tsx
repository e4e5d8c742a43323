import MapPin from 'lucide-react/icons/map-pin'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { FillingSpots } from './filling-spots.tsx'
import { Phone } from './phone.tsx'

type ExamplePhoneProps = {
  /** below it */
  children?: ReactNode
}

/** A trainer's page on a phone, drawn with the parts of the real one and said to be an example. */
export function ExamplePhone({ children }: ExamplePhoneProps) {
  const t = useTranslations('example')
  return (
    <figure className="example mx-auto w-full max-w-80">
      <div
        // An img element could not hold a page.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={t('label')}
        className="spot-field"
      >
        <Phone>
          <Address />
          <Head />
          <Sessions />
          <Bar />
        </Phone>
      </div>
      <figcaption className="mt-3 flex items-center justify-between gap-3 ps-2 text-sm text-muted">
        {t('caption')}
        <PauseToggle />
      </figcaption>
      {children}
    </figure>
  )
}

function Address() {
  const t = useTranslations('example')
  const root = useRouteLoaderData<{ origin: string }>('root')
  const host = root?.origin.replace(/^https?:\/\//, '') ?? ''
  return (
    <p dir="ltr" className="px-4 pt-2.5 pb-2">
      <span className="block truncate rounded-full bg-sunken px-3 py-1 text-center text-sm text-muted">
        {host}/{t('username')}
      </span>
    </p>
  )
}

function Head() {
  const t = useTranslations('example')
  return (
    <>
      <img
        src="/pictures/yoga.svg"
        alt=""
        width="304"
        height="136"
        className="h-34 w-full shrink-0 bg-sunken object-cover object-[50%_60%]"
      />
      <div className="grid gap-2 px-4">
        <div className="flex items-end gap-3">
          <img
            src="/avatars/4.svg"
            alt=""
            width="80"
            height="80"
            className="-mt-8 size-20 shrink-0 rounded-full bg-sunken shadow-[0_0_0_4px_var(--paper)]"
          />
          <div className="min-w-0">
            <p className="truncate text-xl font-semibold">{t('name')}</p>
            <p className="flex items-center gap-1 text-sm text-muted">
              <MapPin aria-hidden="true" className="size-4 shrink-0" />
              <span className="truncate">{t('place')}</span>
            </p>
          </div>
        </div>
        <p className="text-sm">{t('about')}</p>
      </div>
    </>
  )
}

function Sessions() {
  const t = useTranslations('example')
  const capacity = 8
  const taken = 7
  return (
    <div className="min-h-0 flex-1 px-4 pt-4">
      <p className="pb-1 text-sm font-semibold">{t('day')}</p>
      <ul className="divide-y divide-line border-t border-line">
        <Session name="evening">
          <FillingSpots />
        </Session>
        <Session name="late">
          <SpotMeter
            taken={taken}
            capacity={capacity}
            label={t.markup('booked', { count: () => String(taken), capacity })}
          />
        </Session>
      </ul>
    </div>
  )
}

function Session({ name, children }: { name: 'evening' | 'late'; children: ReactNode }) {
  const t = useTranslations('example')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2.5">
      <p className="text-lg font-semibold">{t(`classes.${name}.time`)}</p>
      <p className="justify-self-end font-medium">{t('price')}</p>
      <div className="grid min-w-0 gap-0.5">
        <p className="truncate font-medium">{t(`classes.${name}.title`)}</p>
        {children}
      </div>
      <span className={buttonClasses({ variant: 'secondary', size: 'small' })}>{t('book')}</span>
    </li>
  )
}

function Bar() {
  const t = useTranslations('example')
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line bg-raised px-4 pt-2 pb-4">
      <p className="min-w-0 leading-tight">
        <span className="block truncate text-sm text-muted">{t('next')}</span>
        <span className="font-medium">{t('nextWhen')}</span>
      </p>
      <span className={buttonClasses({ size: 'small', className: 'shrink-0' })}>{t('book')}</span>
    </div>
  )
}

/** What moves for longer than five seconds can be stopped, also where no script runs. */
function PauseToggle() {
  const t = useTranslations('example')
  return (
    <label className="relative inline-grid size-11 shrink-0 place-items-center rounded-control hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent motion-reduce:hidden">
      <input type="checkbox" autoComplete="off" className="peer absolute inset-0 opacity-0" />
      <Pause aria-hidden="true" className="size-5 fill-current stroke-1 peer-checked:hidden" />
      <Play aria-hidden="true" className="hidden size-5 peer-checked:block" />
      <span className="sr-only">{t('pause')}</span>
    </label>
  )
}
