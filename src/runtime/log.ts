import pino from 'pino'
import type { DestinationStream, Logger } from 'pino'
import type { Config } from '../config/config'

/**
 * A log of one JSON object a line; credentials never reach it.
 * @param destination standard output unless given
 */
export function createLog(
  config: Pick<Config, 'logLevel' | 'workerId'>,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level: config.logLevel,
    base: { worker: config.workerId },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutValues },
    redact: {
      paths: ['*.password', '*.api_key', '*.apiKey', '*.authorization', '*.headers.authorization'],
      censor: '[removed]',
    },
  }
  return pino(options, destination)
}

/** What an error of a database says beside its message: rows and arguments, with keys and hashes in them. */
const valuesOfErrors = new Set(['detail', 'where', 'params', 'query', 'queryOptions'])

function withoutValues(error: Error): object {
  const facts = Object.entries(pino.stdSerializers.err(error))
  return Object.fromEntries(facts.filter(([name]) => !valuesOfErrors.has(name)))
}
