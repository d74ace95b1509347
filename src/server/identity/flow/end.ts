import { createCipheriv, randomBytes } from 'node:crypto'
import type { AppContext } from '../../context'
import type { ProviderSession, UserRow } from '../../data/schema'
import { issueConfirmation, takeConfirmation } from '../../chat/rules/confirmations'
import { openSession } from '../../chat/actions/users/sessions'
import { findUserById } from '../../data/users/users'
import { addressOf } from '../../wire/addresses'
import { LoginFailedError } from '../errors'
import { browserSlug } from '../providers/browser-method'
import type { FlowFacts } from './flow'
import type { TriedLogin } from './try-identity'

/** The answer at the end of a step. */
export type LoginEnd =
  | { kind: 'redirect'; location: string; sessionToken?: string }
  /** A page on which the person chooses one of their addresses. */
  | { kind: 'choose'; slug: string; state: string; choices: readonly string[] }
  /** A text that the person pastes into the desktop app. */
  | { kind: 'code'; code: string }
  /** The outcome of a trial, for its owner. */
  | { kind: 'trial'; outcome: TriedLogin }

interface Place {
  ip: string
  userAgent: string
  providerSlug?: string | undefined
  providerSession?: ProviderSession | undefined
  /** Token of the browser's previous session. */
  replaces?: string | undefined
  next: string
}

type Account = Pick<UserRow, 'realm_id' | 'id' | 'password_hash'>

/** Logs a browser in. */
export async function endInBrowser(
  ctx: Pick<AppContext, 'db'>,
  user: Account,
  { next, ...browser }: Place,
): Promise<LoginEnd> {
  const sessionToken = await openSession(ctx, user, browser)
  return { kind: 'redirect', location: next, sessionToken }
}

/** An app that waits for a login. */
interface AppEnd {
  origin: string
  flow: Pick<FlowFacts, 'mobilePad' | 'desktopKey' | 'slug'>
  /** The session at a SAML provider. */
  session?: ProviderSession | undefined
}

/** Hands the login to the app that began the flow. */
export async function endForApp(
  ctx: Pick<AppContext, 'db'>,
  user: UserRow,
  { origin, flow, session }: AppEnd,
): Promise<LoginEnd> {
  if (flow.mobilePad) {
    return { kind: 'redirect', location: mobileAddress(user, { origin, pad: flow.mobilePad }) }
  }
  const { token } = await ctx.db.transaction((tx) =>
    issueConfirmation(tx, {
      ...{ realmId: user.realm_id, kind: 'app_login', userId: user.id },
      ...(flow.slug !== browserSlug && { data: { slug: flow.slug, session } }),
      lifeSeconds: appLoginSeconds,
    }),
  )
  return { kind: 'code', code: encryptForDesktop(token, flow.desktopKey ?? '') }
}

/** Source: docs/protocol/single-sign-on.md#desktop. */
const appLoginSeconds = 15

/** Source: docs/protocol/single-sign-on.md#mobile. */
function mobileAddress(
  user: Pick<UserRow, 'id' | 'email' | 'delivery_email' | 'api_key'>,
  { origin, pad }: { origin: string; pad: string },
): string {
  const key = Buffer.from(user.api_key, 'ascii')
  const masked = Buffer.from(pad, 'hex').map((byte, index) => byte ^ (key[index] ?? 0))
  const facts = new URLSearchParams({
    realm: origin,
    email: addressOf(user),
    user_id: String(user.id),
    otp_encrypted_api_key: Buffer.from(masked).toString('hex'),
  })
  return `zulip://login?${facts.toString()}`
}

/** Source: docs/protocol/single-sign-on.md#desktop. */
function encryptForDesktop(token: string, key: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce)
  const bytes = Buffer.concat([cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return Buffer.concat([nonce, bytes]).toString('hex')
}

/**
 * Logs a desktop app in by the token that it decrypted.
 * @throws LoginFailedError for a token that was used, or is too old
 * Source: docs/protocol/single-sign-on.md#desktop.
 */
export async function endInDesktopApp(
  ctx: Pick<AppContext, 'db'>,
  {
    realmId,
    token,
    ...place
  }: Omit<Place, 'next' | 'providerSlug' | 'providerSession'> & { realmId: number; token: string },
): Promise<LoginEnd> {
  const found = await ctx.db.transaction(async (tx) => {
    const row = await takeConfirmation(tx, { realmId, kind: 'app_login', token })
    if (row?.user_id == null) return undefined
    const user = await findUserById(tx, realmId, row.user_id)
    const facts = row.data as { slug?: string; session?: ProviderSession }
    return user && { user, providerSlug: facts.slug, providerSession: facts.session }
  })
  if (!found || found.user.deactivated_at) {
    throw new LoginFailedError('This login has ended or took too long. Please log in again.')
  }
  const { user, ...provider } = found
  return endInBrowser(ctx, user, { ...place, ...provider, next: '/' })
}
