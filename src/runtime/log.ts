import pino from 'pino'
import type { Logger } from 'pino'
import type { Config } from '../config/config'

/** A log of one JSON object a line on standard output; credentials never reach it. */
export function createLog(config: Pick<Config, 'logLevel' | 'workerId'>): Logger {
  return pino({
    level: config.logLevel,
    base: { worker: config.workerId },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.api_key', '*.apiKey', '*.authorization', '*.headers.authorization'],
      censor: '[removed]',
    },
  })
}
