import type { AppContext } from '../../context'
import { listDefaultStreamGroups } from '../../data/streams/default-groups'
import type { DefaultStreamGroup } from '../../data/streams/default-groups'
import { roles } from '../../../shared/rules/roles'
import { findUserByAddress, findUserById } from '../../data/users/users'
import { refuseLink } from '../../chat/rules/confirmations'
import { isMailOn } from '../../chat/notify/mail/enqueue'
import { describeRealm } from '../../chat/actions/realms/find-realm'
import type { RealmDescription } from '../../chat/actions/realms/find-realm'
import { readJoinKey } from './join-key'
import type { JoinKeyInput } from './join-key'

/** Data for the sign-up form. */
export interface JoiningDescription {
  realm: RealmDescription
  /** Address of the new account; null: the form asks for it. */
  email: string | null
  /** Whether the address must be confirmed by mail first. */
  needsConfirmation: boolean
  inviter: string | null
  /** Name at the identity provider that vouches for the person; null: the account needs a password. */
  nameAtProvider: string | null
  defaultStreamGroups: readonly DefaultStreamGroup[]
}

/**
 * Describes the organization that a key gives access to, without using up the key.
 * @throws InvalidLinkError for every fault of the key; RateLimitedError
 * Source: docs/protocol/sign-up.md#signup-key.
 */
export async function describeJoining(
  ctx: Pick<AppContext, 'config' | 'db' | 'limits'>,
  given: JoinKeyInput,
): Promise<JoiningDescription> {
  const db = ctx.db.query
  const { realm, email, invitation, external } = await readJoinKey(ctx, given)
  const isTaken = email !== null && (await findUserByAddress(db, realm.id, email))
  if (isTaken) return refuseLink(ctx, given.ip)
  const inviter = invitation && (await findUserById(db, realm.id, invitation.invited_by))
  const choosesStreams = invitation?.invited_as !== roles.guest
  return {
    realm: await describeRealm(ctx, given.subdomain),
    email,
    needsConfirmation: email === null && isMailOn(ctx),
    inviter: inviter?.full_name ?? null,
    nameAtProvider: external?.fullName ?? null,
    defaultStreamGroups: choosesStreams ? await listDefaultStreamGroups(db, realm.id) : [],
  }
}
