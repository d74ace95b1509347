import type { Tx } from '../../../data/engine/database'
import { cancelDeletionJob, insertDeletionJobs } from '../../../data/retention/deletion-jobs'
import { scheduleFileDeletion } from '../../../data/retention/purge'
import type { UserRow } from '../../../data/schema'
import { findUserStatus } from '../../../data/users/statuses'
import type { Publication } from '../../../events/publish'
import { publish } from '../../../events/publish'
import { addressVisibilities } from '../../../wire/addresses'
import {
  profileValueChanged,
  userAvatarChanged,
  userNamesReplaced,
  userRenamed,
} from '../../../wire/user-events'
import { sayingIn } from '../../../text/i18n/languages'
import { recordActs } from '../../notify/audit-log'
import { forUsersWhoCanSee } from '../../notify/users/user-events'
import type { Requester } from '../../rules/authentication'
import { realmSettingsOf } from '../../rules/realms/settings'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { changeUserSettings } from '../settings/change-settings'
import { keysOfAvatar } from './avatars'
import { changeColumns } from './change-user'
import { clearStatus } from './user-status'

/*
 * Deletion of the profile and the messages of accounts that are deactivated.
 * Source: docs/protocol/accounts.md#deactivation-actions.
 */

/** Deletions beyond the deactivation, by the protocol's names. */
export type DeactivationActions = Readonly<
  Partial<
    Record<
      | 'delete_profile'
      | 'delete_public_channel_messages'
      | 'delete_private_channel_messages'
      | 'delete_direct_messages',
      boolean
    >
  >
>

/** The deletions that are wanted. */
export function chosenOf(actions: DeactivationActions): Readonly<Record<string, true>> {
  const names = Object.entries(actions).flatMap(([name, isWanted]) => (isWanted ? [name] : []))
  return Object.fromEntries(names.map((name) => [name, true]))
}

/**
 * Deletes the profiles of deactivated accounts at once, and has a job delete the messages of each. The caller has locked the
 * accounts.
 *
 * @param accounts in the order of their jobs
 * @param domain mail domain of placeholder addresses
 */
export async function performActions(
  tx: Tx,
  requester: Requester,
  accounts: readonly UserRow[],
  { actions, domain }: { actions: DeactivationActions; domain: string },
): Promise<void> {
  const { realm_id: realmId, id: actingUserId } = requester
  if (actions.delete_profile) {
    const full_name = sayingIn(realmSettingsOf(requester).default_language)('account.deleted')
    for (const account of accounts) await deleteProfile(tx, account, { full_name, domain })
  }
  const places = {
    in_public_channels: actions.delete_public_channel_messages ?? false,
    in_private_channels: actions.delete_private_channel_messages ?? false,
    in_conversations: actions.delete_direct_messages ?? false,
  }
  if (!Object.values(places).some(Boolean)) return
  const userIds = accounts.map(({ id }) => id)
  await insertDeletionJobs(tx, { realmId, userIds, actingUserId, places })
}

/** Replaces the name of an account, and removes its picture and status; for people also the values of profile fields. */
async function deleteProfile(
  tx: Tx,
  user: UserRow,
  { full_name, domain }: { full_name: string; domain: string },
): Promise<void> {
  const { realm_id: realmId, id, avatar_key: key } = user
  const changed = await changeColumns(tx, user, {
    full_name,
    ...(user.is_bot ? {} : { short_name: full_name, profile_data: {} }),
    ...(key === null ? {} : { avatar_key: null, avatar_version: user.avatar_version + 1 }),
  })
  if (key !== null) await scheduleFileDeletion(tx, realmId, keysOfAvatar(realmId, key))
  const renamed = user.is_bot ? userRenamed : userNamesReplaced
  const values = user.is_bot ? [] : Object.keys(user.profile_data).map(Number)
  await publish(tx, realmId, [
    forUsersWhoCanSee(user, renamed(changed)),
    ...(key === null ? [] : [forUsersWhoCanSee(user, userAvatarChanged(changed))]),
    ...values.map((field) => forUsersWhoCanSee(user, profileValueChanged(user, field, null))),
    ...(await hideAddress(tx, user, domain)),
  ])
  const status = await findUserStatus(tx, realmId, id)
  if (status) await clearStatus(tx, status)
}

/** Leaves the address of a person to administrators, who find the account by it; it may be hidden from them already. */
async function hideAddress(tx: Tx, user: UserRow, domain: string): Promise<Publication[]> {
  const { administrators, nobody } = addressVisibilities
  const { email_address_visibility: visibility } = userSettingsOf(user)
  if (user.is_bot || visibility === nobody) return []
  return changeUserSettings(tx, user, { email_address_visibility: administrators }, domain)
}

/** Ends the deletion of the messages of an account that is reactivated. */
export async function cancelDeletion(tx: Tx, realmId: number, userId: number): Promise<void> {
  const job = await cancelDeletionJob(tx, realmId, userId)
  if (!job) return
  await recordActs(tx, realmId, [
    {
      act: 'user_messages_deleted',
      affected: { type: 'user', id: userId },
      after: { messages: job.deleted_messages, cancelled: true },
    },
  ])
}
