import { randomInt, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { MailRow } from '../../../data/schema'
import { countTry, revokeConfirmations, useConfirmation } from '../../../data/mail/confirmations'
import { getRealm } from '../../../data/realms/realms'
import { lockUser } from '../../../data/users/update-users'
import { findUserByAddress, findUserById } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { isSameName } from '../../../../shared/rules/letter-case'
import { addressOf } from '../../../wire/addresses'
import { enqueueRequest } from '../../notify/mail/enqueue'
import type { Prepared, SenderContext } from '../../notify/mail/prepared'
import { formatTimeFor } from '../../notify/mail/times'
import { issueConfirmation } from '../../rules/confirmations'
import { hashToken } from '../../rules/credentials'
import { InvalidCodeError } from '../../rules/password-errors'
import { isPasswordLoginOn } from '../../rules/realms/authentication-methods'
import { userSettingsOf } from '../../rules/settings/user-settings'

/*
 * Codes by mail, each for one address and for the browser that asked. Source: docs/protocol/mail.md#login-codes.
 */

const lifeSeconds = 600
const digits = 6
const maxTries = 5
const kind = 'login_code'

/** The text that binds a code to a browser: made of the random text in its cookie, and stored as a hash. */
type Binding = string

/** A browser that asks for a code, or brings one. */
export interface CodeBrowser {
  realmId: number
  address: string
  /** Random text in the cookie of the browser. */
  browserKey: string
}

function bindingOf({ browserKey }: Pick<CodeBrowser, 'browserKey'>): Binding {
  return hashToken(`login code\n${browserKey}`)
}

/** The hash of a code. Without the binding, which is stored nowhere, the six digits cannot be found out from it. */
const digestOf = (binding: Binding, code: string) => hashToken(`${binding}\n${code}`)

/** Has a code mailed, if the address has an account. The caller has counted the mail. */
export async function requestCode(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db'>,
  browser: CodeBrowser,
): Promise<void> {
  const { realmId, address } = browser
  // The queue keeps the values of a mail until it is sent.
  const values = { binding: bindingOf(browser) }
  await ctx.db.transaction((tx) =>
    enqueueRequest(ctx, tx, { realmId, to: address, request: 'request:login_code', values }),
  )
}

/**
 * The mail with a code, which is made now and ends the older ones; undefined if the address has no account that may log in.
 */
export async function prepareLoginCode(
  ctx: SenderContext,
  { realm_id: realmId, recipient, values }: MailRow,
): Promise<Prepared | undefined> {
  const user = await findUserByAddress(ctx.db.query, realmId, recipient)
  const realm = await getRealm(ctx.db.query, realmId)
  if (!user || !mayHaveCode(user) || realm.deactivated_at) return undefined
  if (!isPasswordLoginOn(realm.settings)) return undefined
  const { binding } = values as { binding: Binding }
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const { row } = await ctx.db.transaction(async (tx) => {
    // Two mails at once would leave two codes.
    await lockUser(tx, realmId, user.id)
    await revokeConfirmations(tx, { realmId, kinds: [kind], userIds: [user.id] })
    const data = { browser: hashToken(binding), digest: digestOf(binding, code) }
    const address = addressOf(user)
    return issueConfirmation(tx, { realmId, kind, userId: user.id, address, data, lifeSeconds })
  })
  const settings = userSettingsOf(user)
  return {
    template: 'login_code',
    values: {
      ...{ name: user.full_name, email: addressOf(user), code },
      until: formatTimeFor(settings, row.expires_at),
    },
    locale: settings.default_language,
  }
}

/** A browser that brings a code. */
export interface CodeGuess extends Omit<CodeBrowser, 'browserKey'> {
  /** Undefined: the browser has asked for no code. */
  browserKey: string | undefined
  /** Address of the client. */
  ip: string
  code: string
}

/**
 * Uses a code up and answers its account. A wrong one counts as a try, of which a code has five, at whatever worker; tries of
 * another browser cost the code nothing, since they cannot succeed. Each guess counts as one of a password, too.
 *
 * @throws InvalidCodeError also for an account that may not log in; RateLimitedError
 */
export async function checkCode(
  ctx: Pick<AppContext, 'db' | 'limits' | 'metrics'>,
  { realmId, address, browserKey, ip, code }: CodeGuess,
): Promise<UserWithRealm> {
  const source = { ip, account: `${realmId}:${address}` }
  await ctx.limits.consumeLogin(source)
  const typed = code.replaceAll(/\s/g, '')
  const user =
    browserKey === undefined
      ? undefined
      : await ctx.db.transaction((tx) => takeIn(tx, { realmId, address, browserKey }, typed))
  if (!user) {
    ctx.metrics.loginsRefused.inc({ reason: 'password' })
    throw new InvalidCodeError()
  }
  await ctx.limits.forgiveLogin(source)
  return user
}

async function takeIn(
  tx: Tx,
  browser: CodeBrowser,
  code: string,
): Promise<UserWithRealm | undefined> {
  const { realmId, address } = browser
  const binding = bindingOf(browser)
  const row = await countTry(tx, {
    ...{ realmId, kind, address, maxTries, browser: hashToken(binding) },
  })
  const { digest } = (row?.data ?? {}) as { digest?: string }
  if (!row || digest === undefined || !isSame(digest, digestOf(binding, code))) return undefined
  await useConfirmation(tx, { realmId, kind, tokenHash: row.token_hash })
  const user = row.user_id === null ? undefined : await findUserById(tx, realmId, row.user_id)
  return user && mayHaveCode(user) && isSameName(addressOf(user), address) ? user : undefined
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function mayHaveCode(user: UserWithRealm): boolean {
  return !user.is_bot && !user.is_system_bot && user.deactivated_at === null
}
