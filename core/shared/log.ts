import { type DestinationStream, pino } from 'pino'

export type Logger = ReturnType<typeof createLog>

/**
 * The safe parts of an error for the log. Omits the detail of database errors, which quotes rows with contacts. Other
 * values pass unchanged.
 */
function safeDetails(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(cause !== undefined && { cause: safeDetails(cause) }),
  }
}

/** Contacts, tokens and passwords never reach a log line. */
export function createLog(level: string, destination?: DestinationStream) {
  const options = {
    level,
    base: null,
    serializers: { err: safeDetails, error: safeDetails },
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
