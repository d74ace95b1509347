import { readConfig } from '../config/config'
import type { Config } from '../config/config'

/**
 * The configuration of a server. In a terminal it logs only warnings and errors, unless LOG_LEVEL is set: a
 * line per request would bury the texts for the person.
 *
 * @throws ConfigError
 */
export function readSettings(): Config {
  // eslint-disable-next-line no-restricted-properties -- handed on unread to the one who reads it
  const env = process.env
  return readConfig(process.stdout.isTTY ? { LOG_LEVEL: 'warn', ...env } : env)
}
