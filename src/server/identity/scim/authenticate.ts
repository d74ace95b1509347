import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context'
import { findScimToken, touchScimToken } from '../../data/identities/scim-tokens'
import { findRealmByStringId } from '../../data/realms/realms'
import type { RealmRow, ScimTokenRow } from '../../data/schema'
import { hashToken, tokenPattern } from '../../chat/rules/credentials'
import { isStoreAway } from '../../lib/store-away'
import { atMostEntries } from '../../lib/lru-options'
import { ScimError } from './errors'

/** Precision of a token's time of last use. */
const lastUseMs = 600_000
const maxRemembered = 1_000

type Context = Pick<AppContext, 'clock' | 'db' | 'limits'>

/** A call with the header `Authorization`. */
interface ScimCall {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  ip: string
  authorization: string
}

export interface ScimCaller {
  realm: RealmRow
  token: ScimTokenRow
}

/** A function that finds the organization and the token of a call. */
export type ScimAuthenticator = (call: ScimCall) => Promise<ScimCaller>

/**
 * Addresses with too many wrong credentials are refused before any lookup, unless the token was right before: many
 * organizations share the addresses of a directory.
 *
 * The function throws ScimError 401 for a wrong token, 404 for a host without an organization, and RateLimitedError.
 * Source: docs/protocol/scim.md#tokens.
 */
export function createScimAuthenticator(ctx: Context): ScimAuthenticator {
  const remembered = new LRUCache<string, true>(atMostEntries(maxRemembered))
  return async ({ subdomain, ip, authorization }) => {
    const [, text = ''] = /^bearer +(\S+)\s*$/i.exec(authorization) ?? []
    const hash = hashToken(text)
    if (!remembered.has(hash)) ctx.limits.refuseGuesser(ip)
    const realm = await findRealmByStringId(ctx.db.query, subdomain)
    if (!realm) {
      throw new ScimError('There is no organization at this address.', { status: 404 })
    }
    const isToken = tokenPattern.test(text)
    const token = isToken ? await findScimToken(ctx.db.query, realm.id, hash) : undefined
    if (!token) {
      remembered.delete(hash)
      // A caller without a token guesses nothing.
      if (authorization !== '') await ctx.limits.countFailedCredentials(ip)
      throw new ScimError('The token is missing or wrong.', { status: 401 })
    }
    if (realm.deactivated_at) {
      throw new ScimError('This organization has been deactivated', { status: 401 })
    }
    remembered.set(hash, true)
    await noteUse(ctx, token)
    return { realm, token }
  }
}

async function noteUse({ db, clock }: Context, token: ScimTokenRow): Promise<void> {
  const usedAt = token.last_used_at?.getTime() ?? 0
  if (clock.now().getTime() - usedAt < lastUseMs) return
  try {
    await touchScimToken(db.query, token)
  } catch (error) {
    // A standby database is read-only, but can serve the request.
    if (!isStoreAway(error)) throw error
  }
}
