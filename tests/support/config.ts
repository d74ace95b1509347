import { readConfig } from '../../src/server/config/config'
import type { Config } from '../../src/server/config/config'

export const ownerEmail = 'olivia@parley.test'
export const ownerPassword = 'correct horse battery staple'
export const ownerApiKey = 'OwnerOwnerOwnerOwnerOwnerOwner12'

/** Settings of every server under test; a test may override some. */
export const testSettings = {
  PORT: '0',
  RATE_LIMIT: 'off',
  POLL_RATE_LIMIT: 'off',
  LOGIN_RATE_LIMIT: 'off',
  MAIL_RATE_LIMIT: 'off',
  // Most tests are not about password strength, and the dictionaries take a while to load.
  PASSWORD_MIN_GUESSES: '0',
  LOG_LEVEL: 'silent',
  VALIDATE_RESPONSES: 'true',
  PARLEY_OWNER_EMAIL: ownerEmail,
  PARLEY_OWNER_PASSWORD: ownerPassword,
  PARLEY_OWNER_API_KEY: ownerApiKey,
  PARLEY_REALM_NAME: 'Parley Test',
  SECRETS_KEY: 'a key of the tests with more than 32 characters',
  SHUTDOWN_TIMEOUT_MS: '2000',
}

/** The default limits of a server, for tests that imitate real use. */
export const defaultLimits = { RATE_LIMIT: '', POLL_RATE_LIMIT: '' }

export function testConfig(settings: Record<string, string> = {}): Config {
  return readConfig({ ...testSettings, ...settings })
}
