import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Config } from '../../config/config'
import { RedisConnection } from '../../stores/redis/connection'
import { networkOf } from '../../lib/client-network'
import { atMostEntries } from '../../lib/lru-options'
import { RateLimitedError } from '../errors'
import { openCounter } from './counter'
import type { Allowance, Counter } from './counter'

const windowSeconds = 60
/**
 * Multiples of the limit of wrong passwords (per address and account) that apply to one address for all
 * accounts, and to one account from all unknown addresses.
 */
const timesByAddress = 5
const timesByAccount = 10
/**
 * Window for counting mails, and the multiples of the limit per recipient that apply per client address and
 * per realm.
 */
const mailSeconds = 3_600
const mailsByAddress = 5
const mailsByRealm = 100
/** Max wrong codes of an account's second factor, from all addresses together, and their window. */
const wrongCodes = 10
const wrongCodesSeconds = 900
/** How long an address that an account logged in from stays known. */
const knownAddressSeconds = 14 * 86_400
/** Max addresses with too many wrong credentials in a worker's cache. */
const maxGuessers = 10_000

/** An attempt to log in with a password. */
interface LoginSource {
  /** Address of the client. */
  ip: string
  /** The account to log in to, whether it exists or not, with its realm. */
  account: string
}

/** A call without an account that has a mail sent. */
interface MailRequest {
  /** Address of the client. */
  ip: string
  realmId: number
  /** Recipient of the mail, with an account or without. */
  address: string
}

/** The kinds of limits, as labels of the metrics. */
export type LimitKind = 'calls' | 'codes' | 'hashes' | 'keys' | 'logins' | 'mails' | 'passwords'

/** Rate limits over all workers together. Addresses of one IPv6 network (/64) count as one. */
export interface Limits {
  /**
   * Counts a call of an account.
   * @param cost calls that it counts for; 1 unless given
   * @returns undefined where calls are not limited
   */
  countCall(accountId: number, cost?: number): Promise<Allowance | undefined>
  /**
   * Counts a request with wrong credentials.
   * @throws RateLimitedError when the address sent too many
   */
  countFailedCredentials(ip: string): Promise<void>
  /**
   * Refuses an address that this worker knows to have sent too many wrong credentials. Makes no query.
   * @throws RateLimitedError
   */
  refuseGuesser(ip: string): void
  /**
   * Counts an attempt to log in with a password, before it is checked: guesses sent at the same instant count
   * as well. Attempts from unknown addresses do not lock out an address that the account logged in from
   * lately.
   *
   * @throws RateLimitedError when the address tried too often for the account, or for all accounts together,
   * or unknown addresses tried too often for the account
   * Source: docs/protocol/limits.md#logins.
   */
  consumeLogin(source: LoginSource): Promise<void>
  /**
   * Counts a login that a client begins at an identity provider, or by a passkey.
   * @throws RateLimitedError when the address began too many of one kind
   */
  countBegunLogin(ip: string, kind?: 'passkey'): Promise<void>
  /**
   * Counts a code of an account's second factor before it is checked, from all addresses together.
   * @throws RateLimitedError when too many were wrong
   * Source: docs/protocol/second-factors.md#guesses.
   */
  consumeCode(accountId: number): Promise<void>
  /** Takes back a code that was right. */
  forgiveCode(accountId: number): Promise<void>
  /**
   * Counts a mail that a caller without an account asks for, before any lookup: a refusal says nothing about
   * accounts, and many callers together cannot exceed the limit of the organization.
   *
   * @throws RateLimitedError
   * Source: docs/protocol/limits.md#mails.
   */
  consumeMailRequest(request: MailRequest): Promise<void>
  /**
   * Counts mails that a member has sent to addresses without an account, by the limit per recipient.
   * @throws RateLimitedError if one of the addresses was sent many mails; all are counted then
   * Source: docs/protocol/limits.md#mails.
   */
  consumeMailsTo(realmId: number, addresses: readonly string[]): Promise<void>
  /** Whether an account may be sent one more mail about a log-in. */
  mayTellOfLogin(accountId: number): Promise<boolean>
  /** Takes back an attempt that succeeded, and remembers its address as known. */
  forgiveLogin(source: LoginSource): Promise<void>
  /** Takes back an attempt that was not checked because too many others were being checked. */
  takeBackLogin(source: LoginSource): Promise<void>
  close(): Promise<void>
}

type Settings = Pick<
  Config,
  'redisUrl' | 'redisKeyPrefix' | 'rateLimit' | 'loginAttemptsPerMinute' | 'mailRateLimit'
>

/**
 * Counts in Redis, and in this process while Redis is away or not configured.
 * @param onRefused called on each refusal
 */
export function createLimits(
  config: Settings,
  log: Logger,
  onRefused: (kind: LimitKind) => void = () => {},
): Limits {
  const { loginAttemptsPerMinute: guesses } = config
  // One hash tag: in a cluster all counters are on one node.
  const keyPrefix = `{${config.redisKeyPrefix}:limit}`
  const connection = config.redisUrl ? connect(config.redisUrl, keyPrefix, log) : undefined
  const counter = (
    name: string,
    points: number | null,
    times = 1,
    seconds = windowSeconds,
  ): Counter | undefined =>
    points === null
      ? undefined
      : openCounter(connection, `${keyPrefix}:${name}`, points * times, seconds)

  const calls = counter('calls', config.rateLimit)
  const failedCredentials = counter('credentials', guesses)
  const logins = {
    byBoth: counter('login', guesses),
    byAddress: counter('login-ip', guesses, timesByAddress),
    byStrangers: counter('login-name', guesses, timesByAccount),
    begun: counter('login-begun', guesses, timesByAddress),
  }
  const knownAddresses = counter('login-known', guesses)
  const codes = counter('codes', guesses && wrongCodes, 1, wrongCodesSeconds)
  const mails = {
    byAddress: counter('mail-ip', config.mailRateLimit, mailsByAddress, mailSeconds),
    byRecipient: counter('mail-to', config.mailRateLimit, 1, mailSeconds),
    ofLogins: counter('mail-login', config.mailRateLimit, 1, mailSeconds),
    byRealm: counter('mail-realm', config.mailRateLimit, mailsByRealm, mailSeconds),
  }
  /** End of the window of each address with too many wrong credentials. */
  const guessers = new LRUCache<string, number>(atMostEntries(maxGuessers))

  function refuseIfExceeded(kind: LimitKind, allowance: Allowance | undefined): void {
    if (allowance?.isExceeded) refuse(kind, allowance.resetMs)
  }

  function refuse(kind: LimitKind, waitMs: number): never {
    onRefused(kind)
    throw new RateLimitedError(waitMs)
  }

  async function takeBack({ ip, account }: LoginSource): Promise<void> {
    const { network, name, both } = loginKeys({ ip, account })
    await logins.byBoth?.takeBack(both)
    await logins.byAddress?.takeBack(network)
    if (!(await knownAddresses?.isMarked(both))) await logins.byStrangers?.takeBack(name)
  }

  return {
    async countCall(accountId, cost) {
      const allowance = await calls?.count(String(accountId), cost)
      if (allowance?.isExceeded) onRefused('calls')
      return allowance
    },
    refuseGuesser(ip) {
      const waitMs = (guessers.get(networkOf(ip)) ?? 0) - performance.now()
      if (waitMs > 0) refuse('keys', waitMs)
    },
    async countFailedCredentials(ip) {
      const network = networkOf(ip)
      const allowance = await failedCredentials?.count(network)
      if (allowance && allowance.remaining === 0) {
        guessers.set(network, performance.now() + allowance.resetMs)
      }
      refuseIfExceeded('keys', allowance)
    },
    async consumeLogin(source) {
      const { network, name, both } = loginKeys(source)
      refuseIfExceeded('passwords', await logins.byBoth?.count(both))
      refuseIfExceeded('passwords', await logins.byAddress?.count(network))
      if (await knownAddresses?.isMarked(both)) return
      refuseIfExceeded('passwords', await logins.byStrangers?.count(name))
    },
    async countBegunLogin(ip, kind) {
      const key = kind === undefined ? networkOf(ip) : `${networkOf(ip)} ${kind}`
      refuseIfExceeded('logins', await logins.begun?.count(key))
    },
    async consumeCode(accountId) {
      refuseIfExceeded('codes', await codes?.count(String(accountId)))
    },
    async forgiveCode(accountId) {
      await codes?.takeBack(String(accountId))
    },
    async consumeMailRequest({ ip, realmId, address }) {
      refuseIfExceeded('mails', await mails.byAddress?.count(networkOf(ip)))
      refuseIfExceeded('mails', await mails.byRecipient?.count(recipientKey(realmId, address)))
      refuseIfExceeded('mails', await mails.byRealm?.count(String(realmId)))
    },
    async consumeMailsTo(realmId, addresses) {
      const { byRecipient } = mails
      if (!byRecipient) return
      const counted = addresses.map(async (each) => byRecipient.count(recipientKey(realmId, each)))
      for (const allowance of await Promise.all(counted)) refuseIfExceeded('mails', allowance)
    },
    async mayTellOfLogin(accountId) {
      const allowance = await mails.ofLogins?.count(String(accountId))
      return allowance?.isExceeded !== true
    },
    async forgiveLogin(source) {
      await takeBack(source)
      await knownAddresses?.mark(loginKeys(source).both, knownAddressSeconds)
    },
    async takeBackLogin(source) {
      onRefused('hashes')
      await takeBack(source)
    },
    async close() {
      // Nothing awaited is in flight.
      connection?.close()
    },
  }
}

/** The counter key of a name. Input has no bounded length and may be private, so its digest is used. */
function nameKey(username: string): string {
  return createHash('sha256').update(username.trim().toLowerCase()).digest('base64url').slice(0, 22)
}

/** The keys of an attempt to log in. */
function loginKeys({ ip, account }: LoginSource): { network: string; name: string; both: string } {
  const network = networkOf(ip)
  const name = nameKey(account)
  return { network, name, both: `${network} ${name}` }
}

function recipientKey(realmId: number, address: string): string {
  return `${realmId} ${nameKey(address)}`
}

function connect(url: string, key: string, log: Logger): RedisConnection {
  return new RedisConnection({
    url,
    key,
    log,
    name: 'limits',
    isTimedByCaller: true,
    meanwhile: 'each worker counts for itself',
  })
}
