import { pino } from 'pino'

export type Logger = ReturnType<typeof createLog>

/** Contacts, tokens and passwords never reach a log line. */
export function createLog(level: string) {
  return pino({
    level,
    base: null,
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
  })
}
