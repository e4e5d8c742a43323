import Bell from 'lucide-react/icons/bell'
import CalendarSync from 'lucide-react/icons/calendar-sync'
import Database from 'lucide-react/icons/database'
import Images from 'lucide-react/icons/images'
import KeyRound from 'lucide-react/icons/key-round'
import Palette from 'lucide-react/icons/palette'
import Plug from 'lucide-react/icons/plug'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Scale from 'lucide-react/icons/scale'
import Store from 'lucide-react/icons/store'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import type { Texts } from '#app/locale/catalogue.ts'

type Names = Texts['settings']

type SettingsEntry = {
  key: keyof Names['entries']
  to: string
  icon: ReactNode
  /** who has this page; without it, those who manage the business */
  of?: 'everyone' | 'managers' | 'owner'
}

type SettingsGroup = { name: keyof Names['groups']; entries: readonly SettingsEntry[] }

/** The pages of the settings, as their list shows them. A new page is one line here and one in app/routes.ts. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    name: 'account',
    entries: [
      { key: 'profile', to: '/settings/profile', icon: <UserRound aria-hidden="true" /> },
      { key: 'business', to: '/settings/business', icon: <Store aria-hidden="true" /> },
      { key: 'notifications', to: '/settings/notifications', icon: <Bell aria-hidden="true" /> },
      {
        key: 'security',
        to: '/settings/security',
        icon: <ShieldCheck aria-hidden="true" />,
        of: 'everyone',
      },
      {
        key: 'data',
        to: '/settings/data',
        icon: <Database aria-hidden="true" />,
        of: 'owner',
      },
    ],
  },
  {
    name: 'page',
    entries: [
      { key: 'look', to: '/dashboard/settings/page', icon: <Palette aria-hidden="true" /> },
      { key: 'pictures', to: '/dashboard/settings/pictures', icon: <Images aria-hidden="true" /> },
    ],
  },
  {
    name: 'booking',
    entries: [
      { key: 'rules', to: '/settings/rules', icon: <Scale aria-hidden="true" /> },
      { key: 'payment', to: '/settings/payment', icon: <ReceiptText aria-hidden="true" /> },
    ],
  },
  {
    name: 'connections',
    entries: [
      { key: 'integrations', to: '/settings/integrations', icon: <Plug aria-hidden="true" /> },
      { key: 'legacy', to: '/settings/legacy', icon: <CalendarSync aria-hidden="true" /> },
      { key: 'api', to: '/settings/api', icon: <KeyRound aria-hidden="true" /> },
    ],
  },
]
