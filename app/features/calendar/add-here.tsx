import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { dayText } from '#app/features/workspace/day-text.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { addPath, type CalendarClass, colourOf } from './class-colours.ts'
import { type Start, useDayTime } from '#app/features/workspace/day-text.ts'

/** Without a time if it was chosen in a month. */
export type FreeTime = { date: string; startTime: string | null }

type AddHereProps = {
  at: FreeTime
  classes: readonly CalendarClass[]
  onClose: () => void
}

/** Asks which class gets a session at an empty time; its form then has the date and the time. */
export function AddHere({ at, classes, onClose }: AddHereProps) {
  const t = useTranslations('calendar')
  const language = useLocale()
  const startText = useDayTime()
  const active = classes.filter((one) => one.active)
  const when = hasTime(at) ? startText(at) : dayText(at.date, language)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('add.button')}
      closeLabel={t('move.close')}
      text={active.length > 0 ? t('add.text', { when }) : t('add.none')}
    >
      {active.length > 0 ? (
        <ul className="-mx-3 pb-3">
          {active.map((one) => (
            <li key={one.id}>
              <Link
                to={addPath(one.id, at)}
                className="flex min-h-11 items-center gap-3 rounded-control px-3 py-2 hover:bg-sunken"
              >
                <i className="class-dot" data-colour={colourOf(one.id, classes)} />
                <bdi className="min-w-0 wrap-anywhere">{one.title}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <LinkButton to="/dashboard/classes/new">{t('add.create')}</LinkButton>
      )}
    </Dialog>
  )
}

const hasTime = (at: FreeTime): at is Start => at.startTime !== null
