import type { AppContext } from '../../context'
import type { SessionRow, UserRow } from '../../db/schema'
import { deleteSessions, insertSession, isUnchanged, listSessions } from '../../db/users/sessions'
import type { Requester } from '../authentication'
import { recordActs } from '../audit-log'
import { createToken, hashToken } from '../credentials'
import { BadRequestError, LoginRefusedError } from '../errors'
import { requireAdministrator } from '../permissions'
import { accessUserToChange } from './access'
import type { UserReference } from './access'
import { browserName } from './browser-name'

/*
 * The browsers that an account is logged in with. A session ends when it is logged out here or at another
 * browser, when the account gets another password or is deactivated, and when nobody used it for long; a call
 * that ends one returns when no worker takes it any more. A new API key ends none.
 * Sources: docs/protocol/authentication.md#sessions, docs/decisions/0017-sessions.md.
 */

export interface Browser {
  /** Address of the client. */
  ip: string
  userAgent: string
  /** The token of the session that it had until now, which gives way to the new one. */
  replaces?: string | undefined
}

/**
 * Logs a browser in as somebody who has shown who they are.
 *
 * @param account as it was when they did
 * @returns the token, for the browser alone to keep
 * @throws LoginRefusedError where the password was changed or the account deactivated since
 */
export async function openSession(
  ctx: Pick<AppContext, 'db'>,
  account: Pick<UserRow, 'realm_id' | 'id' | 'password_hash'>,
  { ip: address, userAgent, replaces }: Browser,
): Promise<string> {
  const { realm_id, id: user_id } = account
  const token = createToken()
  const browser = browserName(userAgent)
  await ctx.db.transaction(async (tx) => {
    if (!(await isUnchanged(tx, account))) throw new LoginRefusedError('incorrect_creds')
    if (replaces !== undefined) {
      await deleteSessions(tx, realm_id, { tokenHash: hashToken(replaces) })
    }
    await insertSession(tx, { realm_id, user_id, token_hash: hashToken(token), address, browser })
  })
  return token
}

/** The sessions of the requester, last used first. */
export async function listOwnSessions(
  ctx: Pick<AppContext, 'db' | 'config'>,
  { realm_id: realmId, id: userId }: Requester,
): Promise<SessionRow[]> {
  return listSessions(ctx.db.query, { realmId, userId }, ctx.config.sessionIdleDays)
}

/**
 * Logs the browser out that makes the call.
 * @throws BadRequestError for a call that was not authenticated by a session
 */
export async function endCurrentSession(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<void> {
  if (!requester.session) throw new BadRequestError('There is no session to end.')
  await endOwnSession(ctx, requester, requester.session.id)
}

/**
 * Logs a browser of the requester out.
 * @throws BadRequestError for what is no session of theirs
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

/** Logs all browsers of the requester out but the one that makes the call. */
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
 * Logs somebody out everywhere; administrators only, and owners only where an owner is concerned. Their API key stays.
 *
 * @returns how many browsers that were
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
