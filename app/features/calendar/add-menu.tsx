import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { addPath, type CalendarClass, colourOf } from './class-colours.ts'

type AddMenuProps = { date: string; classes: readonly CalendarClass[] }

/** The way to add a session without pointing at a time, and without a script. */
export function AddMenu({ date, classes }: AddMenuProps) {
  const t = useTranslations('calendar.add')
  const active = classes.filter((one) => one.active)
  const [only] = active
  if (!only) return null
  if (active.length === 1)
    return (
      <LinkButton to={addPath(only.id, { date, startTime: null })}>
        <Plus aria-hidden="true" />
        {t('button')}
      </LinkButton>
    )
  return (
    <Menu
      label={t('button')}
      icon={<Plus aria-hidden="true" />}
      className={buttonClasses({ variant: 'primary' })}
    >
      <div className="max-h-[60vh] overflow-y-auto">
        {active.map((one) => (
          <MenuLink key={one.id} to={addPath(one.id, { date, startTime: null })}>
            <i className="class-dot" data-colour={colourOf(one.id, classes)} />
            <bdi className="min-w-0 wrap-anywhere">{one.title}</bdi>
          </MenuLink>
        ))}
      </div>
    </Menu>
  )
}
