import 'server-only'
import { type Logger, pino } from 'pino'
import { LOG_LEVELS } from '@/lib/platform/env.server'
import { scrub } from '@/lib/platform/log/scrub'

const describe = (error: unknown) =>
  error instanceof Error
    ? {
        type: error.name,
        code: (error as { code?: string }).code,
        message: scrub(error.message),
        stack: scrub(error.stack ?? ''),
      }
    : { message: scrub(String(error)) }

/** Logs JSON lines to standard output. IDs, codes and durations only: no names, no IBANs, no secrets. */
export const logger: Logger = pino({
  // env() refuses any other level, and the refusal must be logged
  level: LOG_LEVELS.find((level) => level === process.env.LOG_LEVEL) ?? 'info',
  base: { process: process.env.PROCESS_NAME ?? 'web' },
  serializers: { error: describe, err: describe },
  timestamp: pino.stdTimeFunctions.isoTime,
})
