/** Days and hours at which a test can be wrong that is right at other times; all in UTC. */
export const clocks: readonly { name: string; at: string; why: string }[] = [
  { name: 'monday', at: '2027-02-08T22:30Z', why: 'an hour before midnight in Berlin' },
  { name: 'tuesday', at: '2027-02-09T23:30Z', why: 'in Berlin it is the next day' },
  { name: 'wednesday', at: '2027-02-10T00:30Z', why: 'in New York it is the day before' },
  { name: 'thursday', at: '2027-02-11T23:30Z', why: 'in Berlin it is the next day' },
  { name: 'friday', at: '2027-02-12T22:30Z', why: 'an hour before midnight in Berlin' },
  { name: 'saturday', at: '2027-02-13T00:30Z', why: 'in New York it is the day before' },
  { name: 'sunday', at: '2027-02-14T23:30Z', why: 'in Berlin it is Monday' },
  { name: 'end-of-month', at: '2027-04-30T22:30Z', why: 'in Berlin it is the next month' },
  { name: 'end-of-february', at: '2027-02-28T23:30Z', why: 'in Berlin it is March' },
  { name: 'leap-day', at: '2028-02-29T22:30Z', why: 'a day that other years do not have' },
  { name: 'new-year', at: '2026-12-31T23:30Z', why: 'in Berlin it is the next year' },
  { name: 'berlin-spring', at: '2027-03-27T23:30Z', why: 'an hour is skipped in this night' },
  { name: 'berlin-spring-day', at: '2027-03-28T00:30Z', why: 'half an hour before the change' },
  { name: 'berlin-autumn', at: '2027-10-30T22:30Z', why: 'an hour is repeated in this night' },
  { name: 'berlin-autumn-day', at: '2027-10-31T00:30Z', why: 'the hour before it is repeated' },
  { name: 'new-york-spring', at: '2027-03-13T23:30Z', why: 'New York skips an hour in this night' },
  {
    name: 'new-york-autumn',
    at: '2027-11-07T00:30Z',
    why: 'New York repeats an hour in this night',
  },
]

/** For the journeys in the browser, which take longer: late evenings, when tonight and tomorrow are easily confused. */
export const browserClocks: readonly { name: string; at: string; why: string }[] = [
  { name: 'berlin-late', at: '2027-02-13T21:30Z', why: '22:30 in Berlin, on a Saturday' },
  { name: 'berlin-midnight', at: '2027-02-14T22:50Z', why: '23:50 in Berlin, on a Sunday' },
  {
    name: 'new-york-late',
    at: '2027-02-11T03:30Z',
    why: '22:30 in New York, the next day in Berlin',
  },
  {
    name: 'new-york-midnight',
    at: '2027-03-01T04:50Z',
    why: '23:50 in New York, at the end of a month',
  },
]

/** Tests that are left out of `npm run test:clocks`, by a part of their name: the shifted clock itself disturbs them. */
export const leftOut: readonly { test: string; why: string }[] = [
  {
    test: 'a lock that does not come in time is 503',
    why: 'PostgreSQL does not end the wait for a lock under a shifted clock',
  },
  {
    test: 'a booking waits three seconds for a lock',
    why: 'the same',
  },
  {
    test: 'a locked session does not delay the expiry of requests in other sessions',
    why: 'the same',
  },
  {
    test: 'a migration that cannot have its lock lets others work and tries again',
    why: 'the same',
  },
  {
    test: 'are written, read, written again, listed and deleted',
    why: 'the file system keeps the real time: new files look old',
  },
  {
    test: 'the files of a process that was killed before it wrote the row are swept',
    why: 'the same',
  },
]
