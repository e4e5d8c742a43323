import type { CalendarOptions } from '@fullcalendar/react'

const named = (name: string, is: Readonly<Record<string, unknown>> = {}) =>
  [name, ...Object.keys(is).filter((key) => is[key])].join(' ')

/** The names of the calendar's parts in live-calendar.css. The library brings no look of its own. */
export const calendarLook = {
  viewClass: 'live-view',
  tableHeaderClass: 'live-head',
  dayHeaderAlign: 'start',
  dayHeaderClass: ({ isToday }) => named('live-day', { 'is-today': isToday }),
  dayHeaderInnerClass: 'live-day-inner',
  dayLaneClass: ({ isToday }) => named('live-lane', { 'is-today': isToday }),
  dayLaneInnerClass: 'live-lane-inner',
  slotLaneClass: ({ isMinor }) => named('live-slot', { 'is-hour': !isMinor }),
  slotHeaderClass: 'live-hour',
  slotHeaderInnerClass: ({ isFirst }) => named('live-hour-inner', { 'is-first': isFirst }),
  nowIndicatorLineClass: 'live-now',
  nowIndicatorHeaderClass: 'live-now-head',
  dayRowClass: 'live-row',
  dayCellClass: ({ isOther }) => named('live-cell', { 'is-other': isOther }),
  dayCellTopClass: ({ isToday }) => named('live-number', { 'is-today': isToday }),
  dayCellTopInnerClass: 'live-number-inner',
  eventClass: ({ isDragging, isMirror }) =>
    named('', { 'is-dragged': isDragging, 'is-left': isDragging && !isMirror }),
  eventInnerClass: 'live-inner',
  rowEventClass: 'live-row-event',
  rowMoreLinkClass: 'live-more',
  columnMoreLinkClass: 'live-more',
  backgroundEventTitleClass: 'live-blocked',
  highlightClass: 'live-chosen',
  popoverClass: 'live-popover',
  popoverCloseClass: 'live-popover-close',
} satisfies CalendarOptions
