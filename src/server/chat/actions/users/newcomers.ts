import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import { findStreamById } from '../../../data/streams/streams'
import type { Requester } from '../../rules/authentication'
import { requireAdministrator } from '../../rules/permissions/roles'
import { checkContent } from '../../rules/texts'
import { person } from '../../rules/messages/quoting'
import { sendPrivatelyAs, sendToStreamAs } from '../../posting/sending/system-messages'
import type { SystemStreamMessage } from '../../posting/sending/system-messages'
import type { RealmSettings } from '../../rules/realms/settings'
import { greetingOfNewcomer } from './welcome'

/** The organization that greets, and the welcome text of the invitation, if it has one. */
interface Greeting {
  name: string
  settings: RealmSettings
  welcomeText?: string | null
}

/**
 * Sends the messages for a new account: Welcome Bot's greeting, the organization's own welcome text if
 * it has one, and Notification Bot's announcement in the stream chosen for sign-ups, if any.
 * Sources: docs/protocol/users.md#newcomers, docs/protocol/realm-settings.md#announcement-channels.
 */
export async function greetNewcomer(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  user: UserRow,
  realm: Greeting,
): Promise<void> {
  const { realm_id: realmId } = user
  await greetNewcomers(ctx, tx, [user], realm)
  const streamId = realm.settings.signup_announcements_stream_id
  const stream = streamId === -1 ? undefined : await findStreamById(tx, realmId, streamId)
  if (!stream || stream.deactivated_at) return
  const who = person(user)
  const message = {
    stream,
    topic: (say) => say('signups.topic'),
    content: (say) => say('signups.joined', { who }),
    actorId: user.id,
  } satisfies SystemStreamMessage
  await sendToStreamAs(ctx, tx, 'notification', [message])
}

/** The private greetings of {@link greetNewcomer} for many new accounts, without the announcement. */
export async function greetNewcomers(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  users: readonly UserRow[],
  { name, settings, welcomeText }: Greeting,
): Promise<void> {
  const [first] = users
  if (!first) return
  const own = (welcomeText ?? settings.welcome_message_custom_text).trim()
  const recipientIds = users.map(({ id }) => id)
  for (const content of [greetingOfNewcomer(name), ...(own === '' ? [] : [() => own])]) {
    await sendPrivatelyAs(ctx, tx, 'welcome', { realmId: first.realm_id, recipientIds, content })
  }
}

/**
 * Sends a welcome text to the requester, as newcomers would get it, and answers the id of the message.
 * @throws AdministratorRequiredError; BadRequestError for an empty text and one that is too long
 * Source: docs/protocol/realm-settings.md#welcome-text-test.
 */
export async function sendTestWelcome(
  ctx: Pick<AppContext, 'db' | 'caches' | 'renderer'>,
  requester: Requester,
  text: string,
): Promise<number> {
  requireAdministrator(requester)
  const own = checkContent(text)
  const { realm_id: realmId, id } = requester
  const message = { realmId, recipientIds: [id], content: () => own }
  const [messageId] = await ctx.db.transaction((tx) => sendPrivatelyAs(ctx, tx, 'welcome', message))
  return messageId as number
}
