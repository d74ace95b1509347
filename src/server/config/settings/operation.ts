import { anyText, optional, pattern, setting, truth, wholeNumber } from './values'

/** Logs, metrics, shutdown and tests. */
export const operationSettings = {
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    pattern(
      /^(fatal|error|warn|info|debug|trace|silent)$/,
      'fatal, error, warn, info, debug, trace or silent',
    ),
    'Lowest level that is logged: fatal, error, warn, info, debug, trace or silent',
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    '',
    optional(pattern(/^[\w.~+/=-]{16,}$/, 'at least 16 letters, digits and . _ ~ + / = -')),
    'Token that GET /metrics asks for, as Authorization: Bearer; unset: none',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    '',
    optional(wholeNumber(0, 65_535)),
    'Port for /metrics alone, which PORT then does not have; unset: none',
  ),
  shutdownTimeoutMs: setting(
    'SHUTDOWN_TIMEOUT_MS',
    '10000',
    wholeNumber(0, 600_000),
    'Max time that a stopping worker waits for requests in progress',
  ),
  relayDelayMs: setting(
    'RELAY_DELAY_MS',
    '0',
    wholeNumber(0, 60_000),
    'Pause between a commit and its relay (for tests)',
  ),
  validateResponses: setting(
    'VALIDATE_RESPONSES',
    'false',
    truth,
    'Check every response against its declared schema (for tests)',
  ),
  workerId: setting('WORKER_ID', '', anyText, 'Name of this worker; unset: generated'),
}
