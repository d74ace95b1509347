import type { AppContext } from '../../context'
import { listDefaultStreamGroups } from '../../db/streams/default-groups'
import type { DefaultStreamGroup } from '../../db/streams/default-groups'
import { roles } from '../../db/schema'
import { findUserByAddress, findUserById } from '../../db/users/users'
import { refuseLink } from '../accounts/confirmations'
import { isMailOn } from '../mail/enqueue'
import { describeRealm } from '../realms/find'
import type { RealmDescription } from '../realms/find'
import { readTicket } from './ticket'
import type { GivenKey } from './ticket'

/** What the form asks for with which somebody joins. */
export interface JoiningDescription {
  realm: RealmDescription
  /** The address that the account will have; null: to be asked for. */
  email: string | null
  /** Whether the address has to be confirmed first, and a mail leads on. */
  needsConfirmation: boolean
  inviter: string | null
  defaultStreamGroups: readonly DefaultStreamGroup[]
}

/**
 * Describes what somebody can join with a key, which is not used up.
 * @throws InvalidLinkError, the same whatever is wrong; RateLimitedError
 * Source: docs/protocol/sign-up.md#signup-key.
 */
export async function describeJoining(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits'>,
  given: GivenKey,
): Promise<JoiningDescription> {
  const db = ctx.db.query
  const { realm, email, invitation } = await readTicket(ctx, given)
  const isTaken = email !== null && (await findUserByAddress(db, realm.id, email))
  if (isTaken) return refuseLink(ctx, given.ip)
  const inviter = invitation && (await findUserById(db, realm.id, invitation.invited_by))
  const choosesStreams = invitation?.invited_as !== roles.guest
  return {
    realm: await describeRealm(ctx, given.subdomain),
    email,
    needsConfirmation: email === null && isMailOn(ctx),
    inviter: inviter?.full_name ?? null,
    defaultStreamGroups: choosesStreams ? await listDefaultStreamGroups(db, realm.id) : [],
  }
}
