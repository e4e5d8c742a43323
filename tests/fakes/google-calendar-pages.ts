import { html } from 'hono/html'
import { calendarFaults, type FakeCalendar, type StoredEvent } from './google-calendar-state.ts'
import { page } from './google-pages.ts'

export const googleAccounts = (emails: readonly string[]) =>
  page(
    'Calendars',
    html`<p>Choose whose calendar you want to see.</p>
      <ul>
        ${emails.map((email) => html`<li><a href="/u/${encodeURIComponent(email)}">${email}</a></li>`)}
      </ul>
      ${emails.length === 0 ? html`<p>Nobody has connected a calendar yet.</p>` : ''}`,
  )

type Shown = { email: string; calendars: readonly FakeCalendar[]; isConnected: boolean }

/** The calendars of one account, as their owner sees and changes them. */
export const calendarPage = ({ email, calendars, isConnected }: Shown) =>
  page(
    `Calendar of ${email}`,
    html`${calendars.map(
        (calendar) =>
          html`<section>
            <h2>${calendar.primary ? 'Main calendar' : calendar.summary}</h2>
            ${eventList(email, calendar)}
            <details>
              <summary>
                Add an event to ${calendar.primary ? 'the main calendar' : calendar.summary}
              </summary>
              ${eventForm(email, calendar, null)}
            </details>
          </section>`,
      )}
      <h2>Access</h2>
      <p>${isConnected ? 'Openspot has access to this account.' : 'Openspot has no access.'}</p>
      <form method="post" action="/u/${encodeURIComponent(email)}/revoke">
        <button>Withdraw the access</button>
      </form>
      <details>
        <summary>What goes wrong next</summary>
        <form method="post" action="/u/${encodeURIComponent(email)}/fault">
          <label
            >Fault
            <select name="fault">
              ${calendarFaults.map((fault) => html`<option>${fault}</option>`)}
            </select></label
          >
          <label
            >For how many requests <input name="times" type="number" value="1" min="1" max="20"
          /></label>
          <button>Let it go wrong</button>
        </form>
      </details>
      <p><a href="/accounts">All accounts</a></p>`,
  )

type OfEvent = { email: string; calendar: FakeCalendar; event: StoredEvent }

export const eventPage = ({ email, calendar, event }: OfEvent) =>
  page(
    event.summary ?? 'Event',
    html`${eventForm(email, calendar, event)}
      <p style="white-space: pre-line">${event.description ?? ''}</p>
      <p>${event.location ?? ''}</p>
      <form method="post" action="/u/${encodeURIComponent(email)}/delete">
        <input type="hidden" name="calendar" value="${calendar.id}" />
        <input type="hidden" name="id" value="${event.id}" />
        <button>Delete event</button>
      </form>
      <p><a href="/u/${encodeURIComponent(email)}">Back to the calendar</a></p>`,
  )

function eventList(email: string, { id, events }: FakeCalendar) {
  const shown = events
    .filter(({ status }) => status !== 'cancelled')
    .toSorted((one, other) => whenOf(one).localeCompare(whenOf(other)))
  if (shown.length === 0) return html`<p><small>No events.</small></p>`
  return html`<ul>
    ${shown.map(
      (event) =>
        html`<li>
          <a
            href="/u/${encodeURIComponent(email)}/event?calendar=${encodeURIComponent(id)}&id=${event.id}"
            >${event.summary ?? '(no title)'}</a
          >
          <small>${whenOf(event)}${event.transparency === 'transparent' ? ', free' : ''}</small>
        </li>`,
    )}
  </ul>`
}

function eventForm(email: string, { id }: FakeCalendar, event: StoredEvent | null) {
  const start = clockOf(event?.start)
  const end = clockOf(event?.end)
  return html`<form method="post" action="/u/${encodeURIComponent(email)}/save">
    <input type="hidden" name="calendar" value="${id}" />
    <input type="hidden" name="id" value="${event?.id ?? ''}" />
    <label>Title <input name="summary" value="${event?.summary ?? ''}" autocomplete="off" /></label>
    <label>Day <input name="date" type="date" value="${start.date}" required /></label>
    <label>From <input name="start" type="time" value="${start.time}" /></label>
    <label>To <input name="end" type="time" value="${end.time}" /></label>
    <small>Times are in Berlin. Without them, the event takes all day.</small>
    <label
      ><input
        type="checkbox"
        name="free"
        ${event?.transparency === 'transparent' ? 'checked' : ''}
      />
      Show me as free</label
    >
    <button>Save event</button>
  </form>`
}

function clockOf(time: StoredEvent['start'] | undefined): { date: string; time: string } {
  if (time?.dateTime === undefined) return { date: time?.date ?? '', time: '' }
  const at = Temporal.Instant.from(time.dateTime).toZonedDateTimeISO('Europe/Berlin')
  return { date: at.toPlainDate().toString(), time: at.toPlainTime().toString().slice(0, 5) }
}

function whenOf({ start, end }: Pick<StoredEvent, 'start' | 'end'>): string {
  const [first, last] = [clockOf(start), clockOf(end)]
  return first.time === '' ? `${first.date}, all day` : `${first.date}, ${first.time}–${last.time}`
}
