import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { EmojiInput } from '../../../data/messages/reactions'
import type { UserRow, UserStatusRow } from '../../../data/schema'
import { lockUser } from '../../../data/users/update-users'
import { deleteUserStatus, findUserStatus, setUserStatus } from '../../../data/users/statuses'
import type { StatusParts } from '../../../data/users/statuses'
import { publish } from '../../../events/publish'
import { presentUserStatus, userStatusChanged } from '../../../wire/user-status'
import type { UserStatusRecord } from '../../../../shared/user-status'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { refuseBots, requireAdministrator } from '../../rules/permissions/roles'
import { UnknownEmojiError } from '../messages/reactions'
import { findEmoji } from '../../access/realm-emoji/find-emoji'
import type { NamedEmoji } from '../../access/realm-emoji/find-emoji'
import { accessUser } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'
import { forUsersWhoCanSee } from '../../notify/users/user-events'

/** The status of a user; empty if not set. @throws NoSuchUserError */
export async function getStatus(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<UserStatusRecord> {
  const user = await accessUser(ctx.db.query, requester, reference)
  const status = await findUserStatus(ctx.db.query, user.realm_id, user.id)
  return status ? presentUserStatus(status) : {}
}

type StatusEmoji = Pick<StatusParts, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** Changes of a status: undefined keeps a value, '' clears it. The caller has checked the text's length. */
export interface StatusChanges {
  text?: string | undefined
  emoji: EmojiInput
  /** Time at which the status is cleared; undefined: a changed status stays. */
  endsAt?: Date | undefined
  /** Absence flag of older clients; presence has replaced it. */
  away?: boolean | undefined
}

const nothing: StatusParts = {
  status_text: '',
  emoji_name: '',
  emoji_code: '',
  reaction_type: '',
  ends_at: null,
}

/**
 * Changes the requester's status, and publishes the changed parts to everybody.
 *
 * @throws UncodedError for bots
 * @throws BadRequestError for no change; UnknownEmojiError
 * Source: docs/protocol/presence.md#update-status.
 */
export async function updateStatus(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  changes: StatusChanges,
): Promise<void> {
  refuseBots(requester)
  await changeStatus(ctx, requester, changes)
}

/**
 * Changes the status of a user; administrators only.
 *
 * @throws AdministratorRequiredError, NoSuchUserError
 * @throws BadRequestError for no change, and for bots and deactivated accounts; UnknownEmojiError
 * Source: docs/protocol/accounts.md#user-status.
 */
export async function updateStatusOf(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
  changes: StatusChanges,
): Promise<void> {
  requireAdministrator(requester)
  const user = await accessUser(ctx.db.query, requester, reference)
  if (user.is_bot) throw new BadRequestError('Bots have no profile fields.')
  if (user.deactivated_at) throw new BadRequestError('User is deactivated')
  await changeStatus(ctx, user, changes)
}

async function changeStatus(
  ctx: Pick<AppContext, 'db'>,
  { id, realm_id }: Pick<UserRow, 'id' | 'realm_id'>,
  changes: StatusChanges,
): Promise<void> {
  checkChanges(changes)
  const { text, emoji, endsAt } = changes
  await ctx.db.transaction(async (tx) => {
    if (endsAt && endsAt <= tx.now) throw new BadRequestError('ends_at must be in the future.')
    // Lock the user: two clients may change the status at once, and there may be no status row to lock.
    await lockUser(tx, realm_id, id)
    const current = (await findUserStatus(tx, realm_id, id)) ?? nothing
    const { emoji_name: name } = emoji
    const changed = differences(current, {
      ...(text === undefined ? {} : { status_text: text }),
      ...(name === undefined
        ? {}
        : await chooseEmoji(tx, realm_id, { ...emoji, emoji_name: name })),
      ...(text === undefined && name === undefined ? {} : { ends_at: endsAt ?? null }),
    })
    if (!changed) return

    const after = { ...current, ...changed }
    if (isEmpty(after)) await deleteUserStatus(tx, realm_id, id)
    else await setUserStatus(tx, realm_id, id, after)
    await publish(tx, realm_id, [forUsersWhoCanSee({ id }, userStatusChanged(id, changed))])
  })
}

const isEmpty = ({ status_text, emoji_name }: StatusParts): boolean =>
  status_text === '' && emoji_name === ''

/** Clears the status of a user if it has ended, and publishes that. */
export async function endStatus(
  ctx: Pick<AppContext, 'db'>,
  { realm_id, user_id }: Pick<UserStatusRow, 'realm_id' | 'user_id'>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, realm_id, user_id)
    const current = await findUserStatus(tx, realm_id, user_id)
    if (current?.ends_at && current.ends_at <= tx.now) await clearStatus(tx, current)
  })
}

/** Clears the status of a user, and publishes that. The caller has locked the user. */
export async function clearStatus(tx: Tx, status: UserStatusRow): Promise<void> {
  const { realm_id, user_id } = status
  await deleteUserStatus(tx, realm_id, user_id)
  const changed = userStatusChanged(user_id, differences(status, nothing) ?? {})
  await publish(tx, realm_id, [forUsersWhoCanSee({ id: user_id }, changed)])
}

function checkChanges({ text, emoji, away, endsAt }: StatusChanges): void {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = emoji
  if (name === undefined && (code !== undefined || type !== undefined)) {
    throw new BadRequestError(
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    )
  }
  if (endsAt && text === undefined && name === undefined) {
    throw new BadRequestError('ends_at needs a status_text or an emoji_name.')
  }
  if (text === undefined && name === undefined && away === undefined) {
    throw new BadRequestError('Client did not pass any new values.')
  }
}

/** @throws UnknownEmojiError */
async function chooseEmoji(tx: Tx, realmId: number, wanted: NamedEmoji): Promise<StatusEmoji> {
  if (wanted.emoji_name === '') return { emoji_name: '', emoji_code: '', reaction_type: '' }
  const emoji = await findEmoji(tx, realmId, wanted)
  if (!emoji) throw new UnknownEmojiError(wanted.emoji_name)
  return emoji
}

/** The parts that change: text, emoji or end; undefined when none does. */
function differences(
  current: StatusParts,
  { status_text, ends_at, ...emoji }: Partial<StatusParts>,
): Partial<StatusParts> | undefined {
  const isNewText = status_text !== undefined && status_text !== current.status_text
  const isNewEmoji =
    emoji.emoji_name !== undefined &&
    (emoji.emoji_name !== current.emoji_name ||
      emoji.emoji_code !== current.emoji_code ||
      emoji.reaction_type !== current.reaction_type)
  const isNewEnd = ends_at !== undefined && ends_at?.getTime() !== current.ends_at?.getTime()
  if (!isNewText && !isNewEmoji && !isNewEnd) return undefined
  return {
    ...(isNewText ? { status_text } : {}),
    ...(isNewEmoji ? emoji : {}),
    ...(isNewEnd ? { ends_at } : {}),
  }
}
