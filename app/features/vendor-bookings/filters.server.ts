import { bookingFiltersSchema } from '#core/bookings/schema.ts'

/** The filters in the URL of the list, and which sessions it shows. */
export function filtersIn(query: URLSearchParams) {
  const filters = bookingFiltersSchema.parse({
    when: query.get('when'),
    sort: query.get('sort'),
    status: query.get('status'),
    payment: query.get('payment'),
    classId: query.get('class'),
    from: query.get('from'),
    to: query.get('to'),
    search: query.get('q') ?? '',
  })
  // Who looks for a person, a day or the newest bookings looks everywhere.
  const isSought =
    filters.search !== '' ||
    filters.from !== null ||
    filters.to !== null ||
    filters.sort === 'booked'
  return { filters, when: filters.when ?? (isSought ? 'all' : 'upcoming') } as const
}
