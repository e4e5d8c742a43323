import { useTranslations } from 'use-intl'
import { Phone } from '#app/features/example/phone.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { cx } from '#app/ui/cx.ts'
import { SpotMeter } from '#app/ui/spot-meter.tsx'

// The upper part of screens of the product, with invented names. The text beside each says the same in words.

const label = 'grid gap-1 text-sm font-medium'
const control =
  'flex min-h-10 items-center rounded-control border border-control bg-raised px-3 font-normal'

export function ClassScreen() {
  const t = useTranslations('home.screens.class')
  return (
    <Phone cut className="h-72 sm:h-80">
      <div className="grid gap-3 px-4 pt-5">
        <p className="text-xl font-semibold">{t('title')}</p>
        <p className={label}>
          {t('name')}
          <span className={control}>{t('nameValue')}</span>
        </p>
        <div className="grid grid-cols-2 gap-3">
          <p className={label}>
            {t('price')}
            <span className={control}>{t('priceValue')}</span>
          </p>
          <p className={label}>
            {t('spots')}
            <span className={control}>10</span>
          </p>
        </div>
        <div className={label}>
          {t('times')}
          {(['first', 'second'] as const).map((time) => (
            <p key={time} className="grid grid-cols-[minmax(0,1fr)_5rem] gap-3">
              <span className={control}>{t(`weekdays.${time}`)}</span>
              <span className={control}>18:00</span>
            </p>
          ))}
        </div>
      </div>
    </Phone>
  )
}

const today = [
  {
    time: '07:30',
    name: 'morning',
    taken: 8,
    people: ['Mia K.', 'Jonas W.', 'Aylin D.', 'Sam R.'],
  },
  {
    time: '18:00',
    name: 'evening',
    taken: 5,
    people: ['Noah B.', 'Lea S.', 'Victor T.', 'Elena P.'],
  },
] as const

export function TodayScreen() {
  const t = useTranslations('home.screens.today')
  return (
    <Phone cut className="h-72 sm:h-80">
      <div className="px-4 pt-5">
        <p className="text-xl font-semibold">{t('title')}</p>
        <ul className="mt-1 divide-y divide-line">
          {today.map(({ time, name, taken, people }) => (
            <li key={name} className="grid gap-1.5 py-3">
              <p className="flex items-baseline gap-3">
                <span className="text-lg font-semibold">{time}</span>
                <span className="truncate font-medium">{t(name)}</span>
              </p>
              <SpotMeter taken={taken} capacity={10} label={t('booked', { taken, capacity: 10 })} />
              <p className="mt-1 grid grid-cols-2 gap-x-3 gap-y-1.5 text-sm">
                {people.map((person) => (
                  <span key={person} className="inline-flex items-center gap-1.5">
                    <Avatar name={person} size="small" className="text-sm" />
                    {person}
                  </span>
                ))}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Phone>
  )
}

export function MailScreen() {
  const t = useTranslations('home.screens.mail')
  return (
    <Phone cut className="h-80">
      <div className="px-4 pt-5">
        <p className="flex items-center gap-3">
          <img
            src="/avatars/1.svg"
            alt=""
            loading="lazy"
            width="44"
            height="44"
            className="size-11 rounded-full bg-sunken"
          />
          <span className="min-w-0">
            <span className="block truncate font-medium">{t('from')}</span>
            <span className="block truncate text-sm text-muted">{t('subject')}</span>
          </span>
        </p>
        <p className="mt-4 border-t border-line pt-4 text-xl font-semibold">{t('title')}</p>
        <div className="mt-3 flex items-center gap-3">
          <p className="grid size-14 shrink-0 place-content-center rounded-control border border-line text-center leading-tight">
            <span className="text-sm text-muted">{t('month')}</span>
            <span className="text-lg font-semibold">23</span>
          </p>
          <p className="min-w-0">
            <span className="block truncate font-medium">{t('class')}</span>
            <span className="block truncate text-sm text-muted">{t('when')}</span>
          </p>
        </div>
        <p className={cx(buttonClasses({ size: 'small', wide: true }), 'mt-4')}>{t('button')}</p>
        <p className="mt-3 text-sm text-muted">{t('calendar')}</p>
      </div>
    </Phone>
  )
}
