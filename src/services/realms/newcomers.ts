import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import type { UserRow } from '../../db/schema'
import { findStreamById } from '../../db/streams/streams'
import { person } from '../messages/sending/quoting'
import { sendPrivatelyAs, sendToStreamAs } from '../messages/sending/system-messages'
import type { SystemStreamMessage } from '../messages/sending/system-messages'
import type { RealmSettings } from './settings'
import { greetingOfNewcomer } from './welcome'

/**
 * Has Welcome Bot write to who has joined, also in the words of the organisation, and Notification
 * Bot tell the others where the organisation wants that.
 * Sources: docs/protocol/users.md#newcomers, docs/protocol/realm-settings.md#announcement-channels.
 */
export async function greetNewcomer(
  ctx: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  now: Date,
  user: UserRow,
  realm: { name: string; settings: RealmSettings },
): Promise<void> {
  const { realm_id: realmId } = user
  await greetNewcomers(ctx, tx, now, [user], realm)
  const streamId = realm.settings.signup_announcements_stream_id
  const stream = streamId === -1 ? undefined : await findStreamById(tx, realmId, streamId)
  if (!stream || stream.deactivated_at) return
  const who = person(user)
  const message = {
    stream,
    topic: (say) => say('signups.topic'),
    content: (say) => say('signups.joined', { who }),
  } satisfies SystemStreamMessage
  await sendToStreamAs(ctx, tx, now, 'notification', realmId, [message])
}

/** {@link greetNewcomer} of many who come at once, and whom nobody else is told of. */
export async function greetNewcomers(
  ctx: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  now: Date,
  users: readonly UserRow[],
  { name, settings }: { name: string; settings: RealmSettings },
): Promise<void> {
  const [first] = users
  if (!first) return
  const own = settings.welcome_message_custom_text.trim()
  const recipientIds = users.map(({ id }) => id)
  for (const content of [greetingOfNewcomer(name), ...(own === '' ? [] : [() => own])]) {
    await sendPrivatelyAs(ctx, tx, now, 'welcome', first.realm_id, { recipientIds, content })
  }
}
