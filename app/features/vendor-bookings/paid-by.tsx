import ChevronDown from 'lucide-react/icons/chevron-down'
import { useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'
import { Menu, MenuButton } from '#app/ui/menu.tsx'
import { type DeskMethod, deskMethods } from '#core/money/rules.ts'

/** What a button that notes a payment sends: alone it says cash, 'paid.bank' names another way. */
export function paidBy(sent: string): { intent: string; method: DeskMethod } {
  const [intent = '', way = 'cash'] = sent.split('.')
  const method = deskMethods.find((known) => known === way)
  return method ? { intent, method } : { intent: sent, method: 'cash' }
}

type PaidByProps = {
  intent: 'paid' | 'bundlePaid'
  /** whose payment it is, where there are several */
  name?: string
  /** it stands beside a quiet button in a line of text */
  isQuiet?: boolean
}

/** Beside “Mark as paid”, in its form: the same for what did not come in cash. */
export function PaidBy({ intent, name, isQuiet = false }: PaidByProps) {
  const t = useTranslations('vendorBookings.pay')
  return (
    <Menu
      iconOnly
      label={[t('otherWay'), name].filter(Boolean).join(': ')}
      className={cx(
        'inline-grid min-h-11 place-items-center',
        isQuiet
          ? '-my-2 text-sm'
          : 'rounded-e-control border border-s-0 border-control bg-raised px-2 hover:bg-sunken',
      )}
      icon={
        isQuiet ? (
          <span className="flex rounded-e-control border border-s-0 border-control bg-raised px-1 py-1 text-muted hover:text-ink md:px-1.5">
            <Chevron />
          </span>
        ) : (
          <Chevron />
        )
      }
    >
      {deskMethods.map((method) => (
        <MenuButton
          key={method}
          name="intent"
          value={method === 'cash' ? intent : `${intent}.${method}`}
        >
          {t(`by.${method}`)}
        </MenuButton>
      ))}
    </Menu>
  )
}

// As high as a line, so that it is as high as the words beside it.
const Chevron = () => <ChevronDown aria-hidden="true" className="h-lh w-4" />
