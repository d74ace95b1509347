import type { AppContext } from '../../../context'
import type { ProviderSession, SessionRow, UserRow } from '../../../data/schema'
import {
  deleteSessions,
  findProviderSession,
  insertSession,
  isUnchanged,
  listSessions,
} from '../../../data/users/sessions'
import type { Requester } from '../../rules/authentication'
import { recordActs } from '../../notify/audit-log'
import { createToken, hashToken } from '../../rules/credentials'
import { BadRequestError, LoginRefusedError } from '../../rules/errors'
import { requireAdministrator } from '../../rules/permissions/roles'
import { accessUserToChange } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'
import { browserName } from '../../rules/users/browser-name'

/*
 * Sessions of browsers. A session ends by logging out (in this or another browser), by a new password, by
 * deactivation of the account, and by idling. A call that ends a session returns only when no worker accepts
 * it any more. A new API key ends no session.
 * Sources: docs/protocol/authentication.md#sessions, docs/decisions/0017-sessions.md.
 */

export interface Browser {
  /** IP address of the client. */
  ip: string
  userAgent: string
  /** Token of the browser's previous session, which is ended. */
  replaces?: string | undefined
  /** The identity provider that vouched; default: the password was right. */
  providerSlug?: string | undefined
  /** The session at a SAML provider. */
  providerSession?: ProviderSession | undefined
}

/**
 * Opens a session for an authenticated account.
 *
 * @param account the account as it was authenticated
 * @returns the token; only the browser may keep it
 * @throws LoginRefusedError if the password was changed or the account deactivated since
 */
export async function openSession(
  ctx: Pick<AppContext, 'db'>,
  account: Pick<UserRow, 'realm_id' | 'id' | 'password_hash'>,
  { ip: address, userAgent, replaces, providerSlug, providerSession }: Browser,
): Promise<string> {
  const { realm_id, id: user_id } = account
  const token = createToken()
  const browser = browserName(userAgent)
  await ctx.db.transaction(async (tx) => {
    if (!(await isUnchanged(tx, account))) throw new LoginRefusedError('incorrect_creds')
    if (replaces !== undefined) {
      await deleteSessions(tx, realm_id, { tokenHash: hashToken(replaces) })
    }
    await insertSession(tx, {
      ...{ realm_id, user_id, token_hash: hashToken(token), address, browser },
      provider_slug: providerSlug ?? null,
      provider_session: providerSession ? JSON.stringify(providerSession) : null,
      created_at: tx.now,
    })
  })
  return token
}

/** The requester's sessions, most recently used first. */
export async function listOwnSessions(
  ctx: Pick<AppContext, 'db' | 'config'>,
  { realm_id: realmId, id: userId }: Requester,
): Promise<SessionRow[]> {
  return listSessions(ctx.db.query, { realmId, userId }, ctx.config.sessionIdleDays)
}

/**
 * Ends the session that authenticated the call.
 *
 * @returns the session at a SAML provider that it came by, if it did
 * @throws BadRequestError if no session did
 */
export async function endCurrentSession(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): ReturnType<typeof findProviderSession> {
  if (!requester.session) throw new BadRequestError('There is no session to end.')
  const { id } = requester.session
  const there = await findProviderSession(ctx.db.query, { realmId: requester.realm_id, id })
  await endOwnSession(ctx, requester, id)
  return there
}

/**
 * Ends one of the requester's sessions.
 * @throws BadRequestError for an unknown or foreign session
 */
export async function endOwnSession(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  sessionId: number,
): Promise<void> {
  const ended = await ctx.db.transaction((tx) =>
    deleteSessions(tx, requester.realm_id, { userIds: [requester.id], ids: [sessionId] }),
  )
  if (ended.length === 0) throw new BadRequestError('Invalid session ID')
}

/** Ends all of the requester's sessions except the one that authenticated the call. */
export async function endOtherSessions(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<void> {
  const exceptId = requester.session?.id
  await ctx.db.transaction((tx) =>
    deleteSessions(tx, requester.realm_id, { userIds: [requester.id], exceptId }),
  )
}

/**
 * Ends all sessions of a user; administrators only, for an owner's account owners only. The API key stays valid.
 *
 * @returns the number of ended sessions
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * Source: docs/protocol/users.md#end-sessions.
 */
export async function endSessionsOf(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<number> {
  requireAdministrator(requester)
  return ctx.db.transaction(async (tx) => {
    const { realm_id: realmId, id } = await accessUserToChange(tx, requester, reference)
    const ended = await deleteSessions(tx, realmId, { userIds: [id] })
    if (ended.length > 0) {
      await recordActs(tx, realmId, [{ act: 'sessions_ended', affected: { type: 'user', id } }])
    }
    return ended.length
  })
}
