import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ButtonVariant } from '#app/ui/button-classes.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Sample } from './sample.tsx'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger']

export function Buttons() {
  return (
    <>
      <Sample title="Button">
        {variants.map((variant) => (
          <div key={variant} className="flex flex-wrap items-center gap-3">
            <Button type="button" variant={variant}>
              Book for 18:00
            </Button>
            <Button type="button" variant={variant} pending pendingLabel="Booking…">
              Book for 18:00
            </Button>
            <Button type="button" variant={variant} disabled>
              Full
            </Button>
            <Button type="button" variant={variant} size="small">
              Small
            </Button>
          </div>
        ))}
        <LinkButton to="/" size="large" wide>
          <CalendarPlus aria-hidden="true" />
          A large, wide link
        </LinkButton>
        <Button type="button" variant="secondary" wide>
          Записаться на функциональную тренировку в понедельник на 18:00
        </Button>
      </Sample>
      <Sample title="IconButton, Menu, Spinner">
        <div className="flex flex-wrap items-center gap-3">
          <IconButton label="Edit">
            <Pencil aria-hidden="true" />
          </IconButton>
          <Menu label="More" iconOnly>
            <MenuLink to="/">
              <Pencil aria-hidden="true" /> Edit
            </MenuLink>
            <MenuButton type="button" tone="bad">
              <Trash2 aria-hidden="true" /> Delete
            </MenuButton>
          </Menu>
          <Menu label="Actions">
            <MenuButton type="button">
              One long entry that does not fit into one line of it
            </MenuButton>
          </Menu>
          <Spinner label="Loading" />
        </div>
      </Sample>
    </>
  )
}
