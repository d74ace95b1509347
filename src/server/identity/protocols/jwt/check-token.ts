import { createHash, createPublicKey, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type {
  CryptoKey,
  FlattenedJWSInput,
  JWTHeaderParameters,
  JWTPayload,
  JWTVerifyOptions,
  JWTVerifyResult,
} from 'jose' with { 'resolution-mode': 'import' }
import type { AppContext } from '../../../context'
import { LoginFailedError } from '../../errors'
import type { IdentityProvider } from '../../providers/find-providers'
import { isBySecret } from '../../providers/check-jwt'
import type { Identity } from '../identity'
import { reasonOfFailure } from '../failures'
import { createProviderFetch } from '../outgoing-fetch'

type Context = Pick<AppContext, 'addresses' | 'clock'>

/** A token whose signature and claims were checked. */
export interface CheckedToken {
  identity: Identity
  /** Digest of all that is signed: two encodings of a signature make no second token. */
  digest: string
  expiresAt: Date
}

const toleranceSeconds = 60
/** Max time from now until a token expires. */
const maxLifeSeconds = 300

/**
 * Checks a JSON Web Token.
 * @throws LoginFailedError, whose reason tells the broken rule
 * Source: docs/protocol/single-sign-on.md#jwt.
 */
export async function checkToken(
  ctx: Context,
  provider: IdentityProvider,
  token: string,
): Promise<CheckedToken> {
  const { name, options } = provider
  const now = ctx.clock.now()
  const claims = await verify(ctx, provider, token, now).catch((error: unknown) => {
    if (options.jwks_url !== undefined && !isOfToken(error)) throw reasonOfFailure(name, error)
    throw badToken(error instanceof Error ? error.message : String(error), error)
  })
  const { exp = 0, sub } = claims
  if (exp * 1_000 > now.getTime() + (maxLifeSeconds + toleranceSeconds) * 1_000) {
    throw badToken('exp is more than five minutes away.')
  }
  const email = textIn(claims, 'email')
  if (email === undefined) {
    throw new LoginFailedError('No email specified in JSON web token claims', { status: 400 })
  }
  const isVerified = claims['email_verified'] !== false && claims['email_verified'] !== 'false'
  const signed = token.slice(0, token.lastIndexOf('.'))
  return {
    identity: {
      issuer: `jwt:${provider.slug}`,
      subject: sub === undefined || sub === '' ? undefined : sub,
      addresses: isVerified ? [email] : [],
      unverified: isVerified ? undefined : email,
      fullName: textIn(claims, 'name'),
      claims,
    },
    digest: createHash('sha256').update(`jwt ${provider.slug}\n${signed}`).digest('base64url'),
    expiresAt: new Date((exp + toleranceSeconds) * 1_000),
  }
}

/** Whether the token is wrong, and not the provider away whose keys are fetched. */
function isOfToken(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^ERR_(JW[ST]_|JOSE_ALG|JWKS_(NO|MULTIPLE))/.test(code)
}

const maxReason = 500

function badToken(reason: string, cause?: unknown): LoginFailedError {
  return new LoginFailedError('Bad JSON web token', {
    ...{ status: 400, reason: `Bad JSON web token: ${reason}`.slice(0, maxReason), cause },
  })
}

async function verify(
  ctx: Context,
  { options, secret }: IdentityProvider,
  token: string,
  now: Date,
): Promise<JWTPayload> {
  const { jwtVerify } = await import('jose')
  const { algorithms = [], token_issuer: issuer, token_audience: audience } = options
  const rules: JWTVerifyOptions = {
    algorithms: [...algorithms],
    clockTolerance: toleranceSeconds,
    currentDate: now,
    requiredClaims: ['exp'],
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  }
  if (options.jwks_url !== undefined) {
    const keys = await publishedKeys(ctx, options.jwks_url)
    return (await jwtVerify(token, keys, rules)).payload
  }
  return verifyByOneOf(keysOf(options, secret), async (key) => jwtVerify(token, key, rules))
}

/** The keys that this server knows itself: either a secret or public keys, by the algorithms. */
function keysOf(
  { algorithms = [], public_keys: publicKeys = [] }: IdentityProvider['options'],
  secret: string | undefined,
): KeyObject[] {
  if (!algorithms.every(isBySecret)) return publicKeys.map((pem) => createPublicKey(pem))
  return secret === undefined ? [] : [createSecretKey(Buffer.from(secret))]
}

/** Tries each key; answers the first success, or throws the last failure. */
async function verifyByOneOf(
  keys: readonly KeyObject[],
  verifyBy: (key: KeyObject) => Promise<JWTVerifyResult>,
): Promise<JWTPayload> {
  let failure: unknown = new Error('The provider has no key that can be used.')
  for (const key of keys) {
    try {
      return (await verifyBy(key)).payload
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

type FindKey = (header: JWTHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>

/** Keys are fetched anew when one is unknown, at most once a minute. */
const refetchMs = 60_000
const keptMs = 10 * 60_000
const published = new LRUCache<string, Promise<FindKey>>({ max: 100 })

/** The keys that a provider publishes. @throws LoginFailedError for plain HTTP to the Internet */
async function publishedKeys(
  { addresses }: Pick<Context, 'addresses'>,
  address: string,
): Promise<FindKey> {
  const url = new URL(address)
  if (url.protocol === 'http:' && !addresses.isExcepted(url.hostname)) {
    throw new LoginFailedError('The address of the keys must begin with https://.')
  }
  const known = published.get(address)
  if (known) return known
  const made = import('jose').then(({ createRemoteJWKSet, customFetch }) =>
    createRemoteJWKSet(url, {
      ...{ cooldownDuration: refetchMs, cacheMaxAge: keptMs },
      [customFetch]: createProviderFetch(addresses) as never,
    }),
  )
  published.set(address, made)
  return made
}

function textIn(claims: JWTPayload, name: string): string | undefined {
  const value = claims[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
