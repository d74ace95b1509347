import type { AppContext } from '../../context'
import { noteDuties } from '../../data/identities/second-factor-duties'
import { findRealmByStringId } from '../../data/realms/realms'
import type { ConfirmationRow } from '../../data/schema'
import { findUserById } from '../../data/users/users'
import type { UserWithRealm } from '../../data/users/users'
import { openSession } from '../../chat/actions/users/sessions'
import type { Browser } from '../../chat/actions/users/sessions'
import {
  guessAtConfirmation,
  issueConfirmation,
  takeConfirmation,
} from '../../chat/rules/confirmations'
import { LoginRefusedError } from '../../chat/rules/errors'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import { stepAfterPassword } from '../../chat/rules/users/second-factor'
import { LoginEndedError, SecondFactorRequiredError, SetupRequiredError } from '../errors'
import { withCode } from './check-code'
import { makeWaitingSecret, switchOn } from './set-up'

/* Logins in two steps. Source: docs/protocol/second-factors.md#log-in. */

/** Time between the steps, and time to set an authenticator app up. */
const lifeSeconds = { code: 300, setup: 900 } as const
/** Max codes that one ticket takes. */
const mostGuesses = 5

type Context = Pick<AppContext, 'db' | 'limits' | 'metrics' | 'sealer'>

/**
 * Opens a session for a person whose first factor was right, if no second factor is asked.
 *
 * @returns the token of the session
 * @throws SecondFactorRequiredError, SetupRequiredError, with a ticket for the second step
 */
export async function openSessionAfterFirstFactor(
  ctx: Context,
  user: UserWithRealm,
  browser: Browser,
): Promise<string> {
  const step = await stepAfterPassword(ctx.db.dated(), user)
  const { realm_id: realmId, id: userId } = user
  if (step === 'none') {
    await noteGrace(ctx, user)
    return openSession(ctx, user, browser)
  }
  const waiting = step === 'setup' ? makeWaitingSecret(ctx, user) : undefined
  const { providerSlug } = browser
  const { token } = await ctx.db.transaction((tx) =>
    issueConfirmation(tx, {
      ...{ realmId, kind: 'second_factor', userId, lifeSeconds: lifeSeconds[step] },
      data: { ...waiting?.data, ...(providerSlug !== undefined && { providerSlug }) },
    }),
  )
  if (waiting) throw new SetupRequiredError(token, waiting.shown)
  throw new SecondFactorRequiredError(token)
}

/**
 * Refuses programs that log in with a password alone where a second factor is asked.
 * @throws LoginRefusedError
 * Source: docs/protocol/second-factors.md#fetch-api-key.
 */
export async function requirePasswordAlone(
  { db }: Pick<AppContext, 'db'>,
  user: UserWithRealm,
): Promise<void> {
  if ((await stepAfterPassword(db.dated(), user)) !== 'none') {
    throw new LoginRefusedError('second factor required')
  }
  await noteGrace({ db }, user)
}

/** The days of grace of a person whom the demand reached unnoticed, such as an imported one, count from the first login. */
async function noteGrace({ db }: Pick<AppContext, 'db'>, user: UserWithRealm): Promise<void> {
  if (realmSettingsOf(user).two_factor_required === 'nobody') return
  await db.transaction((tx) => noteDuties(tx, user.realm_id, [user.id]))
}

/** The second step of a login. */
export interface SecondStep extends Omit<Browser, 'providerSlug'> {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  ticket: string
  /** A code of the authenticator app, or a recovery code. */
  code: string
}

/** A person who has logged in. */
export interface SecondStepEnd {
  user: UserWithRealm
  sessionToken: string
  /** After setting up: shown once. */
  recoveryCodes?: string[]
}

/**
 * Takes the second step of a login, or the step that sets the second factor up.
 * @throws LoginEndedError, WrongCodeError, LoginRefusedError; RateLimitedError
 */
export async function takeSecondStep(
  ctx: Context,
  { subdomain, ticket, code, ...browser }: SecondStep,
): Promise<SecondStepEnd> {
  const realm = await findRealmByStringId(ctx.db.query, subdomain)
  const given = { realmId: realm?.id ?? 0, kind: 'second_factor' as const, token: ticket }
  const row = await guessAtConfirmation(ctx.db.dated(), given, mostGuesses)
  const user = row?.user_id == null ? undefined : await findTicketOwner(ctx, row)
  if (!row || !user) {
    await ctx.limits.countFailedCredentials(browser.ip)
    throw new LoginEndedError()
  }
  const account = { realmId: user.realm_id, userId: user.id }
  const { data } = row
  const recoveryCodes =
    'sealed' in data
      ? await ctx.db.transaction((tx) => switchOn(ctx, tx, account, { given, data, code }))
      : await withCode(ctx, account, code, async (tx) => {
          if (!(await takeConfirmation(tx, given))) throw new LoginEndedError()
        })
  const { providerSlug } = data as { providerSlug?: string }
  const sessionToken = await openSession(ctx, user, { ...browser, providerSlug })
  return { user, sessionToken, ...(recoveryCodes && { recoveryCodes }) }
}

async function findTicketOwner(
  { db }: Pick<AppContext, 'db'>,
  { realm_id, user_id }: ConfirmationRow,
): Promise<UserWithRealm | undefined> {
  const user = await findUserById(db.query, realm_id, user_id ?? 0)
  return user && !user.deactivated_at && !user.realm_deactivated_at ? user : undefined
}
