import { isSameName } from '../../../shared/rules/letter-case'
import { timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../data/realms/realms'
import { credentialOf, credentialOfNamedKey } from '../../data/users/requesters'
import type { Requester } from '../../data/users/requesters'
import { touchApiKey } from '../../data/users/api-keys'
import { touchSession } from '../../data/users/sessions'
import { addressOf } from '../../wire/addresses'
import { namedKeyPattern } from '../../../shared/api-keys'
import { apiKeyPattern } from '../../../shared/users'
import { isStoreAway } from '../../lib/store-away'
import { hashToken, tokenPattern } from './credentials'
import { AuthenticationError } from './errors'

export type { Requester }

/** Precision of a session's time of last use. */
const lastUseMs = 600_000

/** The same for named keys, beside the ten minutes for which an account is cached without a query. */
const keyUseMs = 60_000

type Context = Pick<AppContext, 'caches' | 'clock' | 'db'>
type SessionContext = Pick<AppContext, 'caches' | 'db' | 'clock'>

/**
 * Authenticates an account by email and API key, in the realm of the host.
 *
 * @param subdomain of the Host header; '' is the default realm
 * @throws AuthenticationError; the order of the checks is part of the protocol
 * Source: docs/protocol/authentication.md#basic.
 */
export async function authenticateAccount(
  ctx: Context,
  subdomain: string,
  email: string,
  apiKey: string,
): Promise<Requester> {
  const user = await findAccount(ctx, apiKey)
  if (!user || !isSameName(addressOf(user), email.trim())) throw invalidKey()
  return checkAccount(user, subdomain)
}

/**
 * Whether the cache still holds this very account, so that a new call with the same credentials needs no
 * check. Makes no query.
 */
export function isStillCurrent(
  ctx: Pick<Context, 'caches' | 'clock'>,
  requester: Requester,
): boolean {
  if (hasExpired(ctx, requester)) return false
  return ctx.caches.requesters.peek(credentialOf(requester)) === requester
}

/** Whether the named key that authenticated a call has expired since. */
export function hasExpired(
  { clock }: Pick<AppContext, 'clock'>,
  { namedKey }: Pick<Requester, 'namedKey'>,
): boolean {
  const expiresAt = namedKey?.expiresAt ?? null
  return expiresAt !== null && expiresAt.getTime() <= clock.now().getTime()
}

/** A request with a session token, which the browser adds. */
export interface SessionCall {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  token: string
  /** Address of the client. */
  ip: string
}

/**
 * The account of a session token. Makes no query if the cache has the session.
 *
 * @throws AuthenticationError, synchronously or as a rejection; also for a session of another realm
 * Source: docs/protocol/authentication.md#sessions.
 */
export function authenticateSession(
  ctx: SessionContext,
  { subdomain, token, ip }: SessionCall,
): Requester | Promise<Requester> {
  // Skip the query for text that cannot be a token.
  if (!tokenPattern.test(token)) throw notLoggedIn()
  const tokenHash = hashToken(token)
  const known = ctx.caches.requesters.peek(tokenHash)
  return known ? checkSession(known, subdomain) : readSession(ctx, { tokenHash, subdomain, ip })
}

async function readSession(
  ctx: SessionContext,
  { tokenHash, subdomain, ip }: { tokenHash: string; subdomain: string; ip: string },
): Promise<Requester> {
  const user = await ctx.caches.requesters.read(tokenHash)
  if (!user) throw await whyNot(ctx, subdomain)
  checkSession(user, subdomain)
  await noteUse(ctx, user, ip)
  return user
}

/** The reason for an invalid session: sessions also end when their organization is deactivated. */
async function whyNot({ db }: SessionContext, subdomain: string): Promise<AuthenticationError> {
  const realm = await findRealmByStringId(db.query, subdomain)
  return realm?.deactivated_at ? realmHasEnded() : notLoggedIn()
}

/**
 * Stores the last use of a session. Runs on each cache miss, which occurs every few minutes for a session in
 * use.
 */
async function noteUse(
  { db, clock }: SessionContext,
  { realm_id: realmId, session }: Requester,
  address: string,
): Promise<void> {
  if (!session || clock.now().getTime() - session.lastUsedAt.getTime() < lastUseMs) return
  try {
    await touchSession(db.query, { realmId, id: session.id, address })
  } catch (error) {
    // A standby database is read-only, but can serve the request.
    if (!isStoreAway(error)) throw error
  }
}

function checkSession(user: Requester, subdomain: string): Requester {
  if (user.realm_string_id !== subdomain) throw notLoggedIn()
  return checkAccount(user, subdomain)
}

/**
 * The account of an API key alone, for webhooks.
 * @throws AuthenticationError
 * Source: docs/protocol/authentication.md#key-argument.
 */
export async function authenticateApiKey(
  ctx: Context,
  subdomain: string,
  apiKey: string,
): Promise<Requester> {
  const user = await findAccount(ctx, apiKey)
  if (!user) throw invalidKey()
  return checkAccount(user, subdomain)
}

async function findAccount(ctx: Context, typedKey: string): Promise<Requester | undefined> {
  const apiKey = typedKey.trim()
  if (namedKeyPattern.test(apiKey)) return findByNamedKey(ctx, apiKey)
  if (!apiKeyPattern.test(apiKey)) return undefined
  const user = ctx.caches.requesters.peek(apiKey) ?? (await ctx.caches.requesters.read(apiKey))
  // The lookup already matched the key; the constant-time comparison does not depend on how the lookup was
  // done.
  if (!user || !timingSafeEqual(Buffer.from(user.api_key), Buffer.from(apiKey))) return undefined
  return user.is_system_bot ? undefined : user
}

async function findByNamedKey(ctx: Context, key: string): Promise<Requester | undefined> {
  const credential = credentialOfNamedKey(hashToken(key))
  const known = ctx.caches.requesters.peek(credential)
  const user = known ?? (await ctx.caches.requesters.read(credential))
  if (!user || user.is_system_bot || hasExpired(ctx, user)) return undefined
  if (!known && !user.deactivated_at) await noteUseOfKey(ctx, user)
  return user
}

/** Stores the last use of a named key. Runs on each cache miss. */
async function noteUseOfKey(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { realm_id: realmId, namedKey }: Requester,
): Promise<void> {
  if (!namedKey) return
  const now = clock.now()
  if (now.getTime() - (namedKey.lastUsedAt?.getTime() ?? 0) < keyUseMs) return
  try {
    await touchApiKey(db.query, { realmId, id: namedKey.id, now })
  } catch (error) {
    // A standby database is read-only, but can serve the request.
    if (!isStoreAway(error)) throw error
  }
}

function checkAccount(user: Requester, subdomain: string): Requester {
  if (user.realm_deactivated_at) {
    throw realmHasEnded()
  }
  if (user.deactivated_at) {
    throw new AuthenticationError('Account is deactivated', 'USER_DEACTIVATED')
  }
  if (user.realm_string_id !== subdomain) {
    throw new AuthenticationError(
      'Account is not associated with this subdomain',
      'INVALID_API_KEY',
    )
  }
  return user
}

function realmHasEnded(): AuthenticationError {
  return new AuthenticationError('This organization has been deactivated', 'REALM_DEACTIVATED')
}

/** The refusal of an unknown or revoked key. */
function invalidKey(): AuthenticationError {
  return new AuthenticationError('Invalid API key', 'INVALID_API_KEY')
}

/** The refusal of an unknown or ended session. */
function notLoggedIn(): AuthenticationError {
  return new AuthenticationError(
    'Not logged in: API authentication or user session required',
    'UNAUTHORIZED',
  )
}

/** The refusal of a call whose key or session was revoked after the call began. */
export function deadCredential({ session }: Requester): AuthenticationError {
  return session ? notLoggedIn() : invalidKey()
}
