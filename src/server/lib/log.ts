import pino from 'pino'
import type { DestinationStream, Logger } from 'pino'
import type { Config } from '../config/config'

/**
 * A log of one JSON object per line; credentials are removed.
 * @param destination default: standard output
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

/** Fields of database errors that contain rows and arguments, including keys and hashes. */
const valuesOfErrors = new Set(['detail', 'where', 'params', 'query', 'queryOptions'])

function withoutValues(error: Error): object {
  const facts = Object.entries(pino.stdSerializers.err(error))
  return Object.fromEntries(facts.filter(([name]) => !valuesOfErrors.has(name)))
}
