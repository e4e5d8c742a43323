import { type DestinationStream, pino } from 'pino'

export type Logger = ReturnType<typeof createLog>

/**
 * The safe parts of an error for the log. Omits the detail of database errors, which quotes rows with contacts. A cause that
 * is no error is whatever somebody sent, such as the body of a response: only its type is logged, and its code.
 */
function safeDetails(error: Error): unknown {
  const { name, cause } = error
  return {
    name,
    ...wordsOf(error),
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(cause !== undefined && {
      cause: cause instanceof Error ? safeDetails(cause) : typeAndCode(cause),
    }),
  }
}

/** A parser quotes what it could not read, in its message and at the top of the stack. */
function wordsOf(error: Error) {
  const { message, stack } = error
  if (!(error instanceof SyntaxError)) return { message, stack }
  return {
    stack: stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  }
}

// Codes that programs give, such as ECONNRESET and 23505. Anything else may be a person's.
const isCode = (code: unknown) =>
  typeof code === 'string' && /^(?:[A-Z][A-Z0-9_]{1,40}|[0-9A-Z]{5})$/.test(code)

function typeAndCode(value: unknown) {
  if (typeof value !== 'object' || value === null) return { type: typeof value }
  return {
    // Not the name of its constructor: a body can say that itself.
    type: Object.prototype.toString.call(value).slice('[object '.length, -1),
    ...('code' in value && isCode(value.code) && { code: value.code }),
  }
}

/** A text is a reason that we wrote. */
const logged = (error: unknown) =>
  error instanceof Error
    ? safeDetails(error)
    : typeof error === 'string'
      ? error
      : typeAndCode(error)
/** Contacts, tokens and passwords never reach a log line. */
export function createLog(level: string, destination?: DestinationStream) {
  const options = {
    level,
    base: null,
    serializers: { err: logged, error: logged },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'email',
        'phone',
        'token',
        'password',
        'cookie',
        'authorization',
        '*.email',
        '*.phone',
        '*.token',
        '*.password',
        '*.cookie',
        '*.authorization',
      ],
      censor: '[hidden]',
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
