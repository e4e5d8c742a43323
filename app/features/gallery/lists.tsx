import { useState } from 'react'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { notify } from '#app/ui/notify.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TabLinks } from '#app/ui/tab-links.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { Sample } from './sample.tsx'

type Row = { name: string; src?: string; status: string; tone: Tone; price: string }

const rows: readonly Row[] = [
  {
    name: 'Mara Lindqvist',
    src: '/avatars/1.svg',
    status: 'Confirmed',
    tone: 'good',
    price: '$12.00',
  },
  {
    name: 'Константин Александрович Вознесенский-Оболенский',
    status: 'Pending',
    tone: 'warn',
    price: '$1,200.00',
  },
  {
    name: 'عبد الرحمن بن محمد الهاشمي',
    src: '/avatars/missing.svg',
    status: 'Cancelled',
    tone: 'bad',
    price: '—',
  },
  { name: '🔥 Power 🧘🏽‍♀️', status: 'Completed', tone: 'neutral', price: '$9.50' },
  {
    name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter',
    status: 'Pending',
    tone: 'warn',
    price: '$0.00',
  },
]

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Customer',
    lead: true,
    cell: (row) => (
      <span className="flex items-center gap-3">
        <Avatar name={row.name} src={row.src} />
        <bdi className="min-w-0 wrap-anywhere">{row.name}</bdi>
      </span>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => <Badge tone={row.tone}>{row.status}</Badge> },
  { key: 'price', header: 'Price', numeric: true, cell: (row) => row.price },
]

const sections = ['Dashboard', 'Calendar', 'Classes', 'Bookings', 'Profile', 'Integrations']

export function Lists({ theme }: { theme: string }) {
  const [open, setOpen] = useState(false)

  return (
    <>
      <Sample title="PageHeader, TabLinks, Tabs">
        <PageHeader
          title="Functional training with an unusually long name"
          text="Everything people can book with you."
          back={{ to: '/', label: 'All classes' }}
          actions={<Button type="button">Add a class</Button>}
        />
        <TabLinks
          label={`Sections, ${theme}`}
          tabs={sections.map((label, at) => ({ to: `#${label}`, label, current: at === 2 }))}
        />
        <Tabs
          label="Sessions"
          tabs={[
            { id: 'next', label: 'Upcoming', content: <p>Three sessions this week.</p> },
            { id: 'past', label: 'Past', content: <p>None yet.</p> },
          ]}
        />
      </Sample>
      <Sample title="Avatar">
        <div className="flex flex-wrap items-center gap-3">
          <Avatar name="Mara Lindqvist" size="small" />
          <Avatar name="Анна Кузнецова" />
          <Avatar name="ليلى حداد" size="large" />
          <Avatar name="Mara Lindqvist" src="/avatars/3.svg" size="huge" label="Mara Lindqvist" />
        </div>
      </Sample>
      <Sample title="DataTable, Pagination">
        <DataTable caption="Bookings" columns={columns} rows={rows} rowKey={(row) => row.name} />
        <Pagination
          label={`Pages, ${theme}`}
          previous={{ to: '/', label: 'Earlier' }}
          next={{ to: '/', label: 'Later' }}
        />
      </Sample>
      <Sample title="Dialog, toasts">
        <div className="flex flex-wrap gap-3">
          <Button type="button" variant="secondary" onClick={() => setOpen(true)}>
            Open the dialog
          </Button>
          <Button
            type="button"
            variant="secondary"
            onClick={() =>
              notify({ tone: 'good', title: 'Your spot is booked.', text: 'Monday, 18:00' })
            }
          >
            Good news
          </Button>
          <Button
            type="button"
            variant="secondary"
            onClick={() => notify({ tone: 'bad', title: 'This session is full.' })}
          >
            Bad news
          </Button>
        </div>
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title="Cancel this booking?"
          text="The spot is free for others at once."
          closeLabel="Close"
          actions={
            <>
              <Button type="button" variant="secondary" onClick={() => setOpen(false)}>
                Keep it
              </Button>
              <Button type="button" variant="danger" onClick={() => setOpen(false)}>
                Cancel booking
              </Button>
            </>
          }
        >
          <TextField label="Reason" name="reason" note="optional" />
        </Dialog>
      </Sample>
    </>
  )
}
