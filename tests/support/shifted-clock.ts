// `npm run test:clocks` shifts the clock of every process by a number of seconds. Chromium does not survive that: it is
// started at the real time, and its pages are shifted instead.

const preloaded = /^(?:LD_PRELOAD$|FAKETIME)/

/** How far the clock of this process is shifted. */
export const shiftMs = Number(process.env['FAKETIME'] ?? 0) * 1000
if (Number.isNaN(shiftMs)) throw new Error('FAKETIME must be a number of seconds.')

/** What a browser's process is given, so that it keeps the real time. */
export function browserEnv(): Record<string, string> {
  const env = Object.entries(process.env).filter(([name]) => !shiftMs || !preloaded.test(name))
  return Object.fromEntries(env.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Runs in a page before its own scripts: what is read without naming a date is this much later. It stands alone. */
export function shiftClock(ms: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + ms
  globalThis.Date = new Proxy(RealDate, {
    apply: () => String(new RealDate(now())),
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], made),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
  RealDate.prototype.constructor = Date

  const formats = Intl.DateTimeFormat.prototype
  const boundFormat = Object.getOwnPropertyDescriptor(formats, 'format')?.get
  const { formatToParts } = formats
  Object.defineProperty(formats, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const format: Intl.DateTimeFormat['format'] = boundFormat?.call(this)
      return (date: Date | number = now()) => format(date)
    },
  })
  formats.formatToParts = function (date = now()) {
    return formatToParts.call(this, date)
  }
}
