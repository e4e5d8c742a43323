import { type DestinationStream, pino } from 'pino'

export type Logger = ReturnType<typeof createLog>

/**
 * What a log line says of an error. The rest stays out: the detail of a database error quotes the row, with the contacts
 * in it. What is no error passes.
 */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(cause !== undefined && { cause: told(cause) }),
  }
}

/** Contacts, tokens and passwords never reach a log line. */
export function createLog(level: string, destination?: DestinationStream) {
  const options = {
    level,
    base: null,
    serializers: { err: told, error: told },
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
