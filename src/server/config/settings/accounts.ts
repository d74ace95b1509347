import { readIdentityProviders } from './identity-providers'
import { limit, networks, optional, pattern, setting, url, wholeNumber } from './values'

/** Rates of calls, and rules of accounts. */
export const accountSettings = {
  rateLimit: setting(
    'RATE_LIMIT',
    '200',
    limit,
    'Max calls per minute and account, polls not counted; off: unlimited',
  ),
  pollRateLimit: setting(
    'POLL_RATE_LIMIT',
    '1200',
    limit,
    'Max polls per minute, account and worker; further polls are delayed, not refused; off: unlimited',
  ),
  loginAttemptsPerMinute: setting(
    'LOGIN_RATE_LIMIT',
    '30',
    limit,
    'Max wrong passwords per minute, address and account, and max wrong API keys per minute and ' +
      'address; off: unlimited',
  ),
  passwordMinLength: setting(
    'PASSWORD_MIN_LENGTH',
    '6',
    wholeNumber(6, 100),
    'Min characters of a new password',
  ),
  passwordMinGuesses: setting(
    'PASSWORD_MIN_GUESSES',
    '10000',
    wholeNumber(0, Number.MAX_SAFE_INTEGER),
    'Min strength of a new password, as the number of guesses that zxcvbn estimates; 0: no minimum',
  ),
  secretsKey: setting(
    'SECRETS_KEY',
    '',
    pattern(/^(.{32,})?$/, 'a random text of 32 characters or more'),
    'Encrypts the secrets of identity providers in the database; the same on all workers, and kept with the backups. ' +
      'Without a database of its own a server makes one in DATA_DIR',
  ),
  identityProviders: setting(
    'IDENTITY_PROVIDERS',
    '',
    readIdentityProviders,
    'Identity providers of organizations, as a JSON list or the path of a file with one; their secrets stay out of ' +
      'the database',
  ),
  loginProxies: setting(
    'LOGIN_PROXIES',
    '',
    optional(networks),
    'Addresses and networks of proxies that log people in and name them in headers, as 10.1.0.7; they must ' +
      'overwrite these headers of each request. Unset: no such logins',
  ),
  sessionIdleDays: setting(
    'SESSION_IDLE_DAYS',
    '90',
    wholeNumber(1, 400),
    'Days without use after which a browser is logged out',
  ),
  invitationsPerDay: setting(
    'INVITATIONS_PER_DAY',
    '500',
    limit,
    'Max invitations that an organization may send by mail per day; off: unlimited',
  ),
  termsUrl: setting(
    'TERMS_URL',
    '',
    optional(url('http:', 'https:')),
    'Terms of service that people accept when they sign up; unset: none',
  ),
}
