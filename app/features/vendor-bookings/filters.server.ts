import { bookingFiltersSchema } from '#core/bookings/schema.ts'

/** The filters in the URL of the list, and which sessions it shows. */
export function filtersIn(query: URLSearchParams) {
  const filters = bookingFiltersSchema.parse({
    when: query.get('when'),
    status: query.get('status'),
    payment: query.get('payment'),
    classId: query.get('class'),
    from: query.get('from'),
    to: query.get('to'),
    search: query.get('q') ?? '',
  })
  // Who looks for a person or a day looks everywhere.
  const isSought = filters.search !== '' || filters.from !== null || filters.to !== null
  return { filters, when: filters.when ?? (isSought ? 'all' : 'upcoming') } as const
}
