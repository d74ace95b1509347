import { timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../context'
import type { UserWithRealm } from '../db/users/users'
import { apiKeyPattern } from '../wire/users'
import { AuthenticationError } from './errors'

/** The account that authenticated a call. */
export type Requester = UserWithRealm

type Context = Pick<AppContext, 'memory'>

/**
 * The account that an email and its API key name, in the realm that the host names.
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
  if (!user || user.email.toLowerCase() !== email.trim().toLowerCase()) throw invalidKey()
  return checkAccount(user, subdomain)
}

/**
 * Whether an account that authenticated an earlier call is as it was then, for certain: whoever
 * sends the same credentials again need not be checked again. Asks nobody.
 */
export function isStillCurrent(ctx: Context, requester: Requester): boolean {
  return ctx.memory.requesters.peek(requester.api_key) === requester
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
  if (!apiKeyPattern.test(apiKey)) return undefined
  const user = ctx.memory.requesters.peek(apiKey) ?? (await ctx.memory.requesters.read(apiKey))
  // It was found by its key; comparing again keeps time out of it, however that was done.
  if (!user || !timingSafeEqual(Buffer.from(user.api_key), Buffer.from(apiKey))) return undefined
  return user.is_system_bot ? undefined : user
}

function checkAccount(user: Requester, subdomain: string): Requester {
  if (user.realm_deactivated_at) {
    throw new AuthenticationError('This organization has been deactivated', 'REALM_DEACTIVATED')
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

/** What a key is refused with that is nobody's, or no longer. */
export function invalidKey(): AuthenticationError {
  return new AuthenticationError('Invalid API key', 'INVALID_API_KEY')
}
