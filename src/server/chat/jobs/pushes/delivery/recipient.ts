import type { AppContext } from '../../../../context'
import type { Queryable } from '../../../../data/engine/database'
import { listMembers } from '../../../../data/notifications/unread-messages'
import type { MailedMessage } from '../../../../data/notifications/unread-messages'
import type { UserWithRealm } from '../../../../data/users/users'
import { groupBy } from '../../../../lib/group-by'
import { sayingIn } from '../../../../text/i18n/languages'
import type { Say } from '../../../../text/i18n/catalogs/catalog'
import { sightOf } from '../../../access/users/user-visibility'
import { realmUrl } from '../../../notify/mail/enqueue'
import type { PushTexts } from './push-texts'
import { userSettingsOf } from '../../../rules/settings/user-settings'

/** The recipient of pushes. */
export interface PushRecipient {
  user: UserWithRealm
  say: Say
  realmUrl: string
  host: string
  /** Whether pushes name senders, conversations and texts. */
  showsContent: boolean
  /** Number of conversations with messages that devices show. */
  badge: number
  /** The texts of messages. */
  texts: PushTexts
  /** Whether the recipient may know a user. */
  knows: (user: { id: number; is_bot: boolean }) => boolean
  /** Members of the private conversations, by the id of the conversation. */
  members: ReadonlyMap<number, readonly { user_id: number; full_name: string }[]>
}

export async function pushRecipientOf(
  { config, db, texts }: Pick<AppContext, 'config' | 'db'> & { texts: PushTexts },
  user: UserWithRealm,
  messages: readonly MailedMessage[],
  badge: number,
): Promise<PushRecipient> {
  const { query } = db
  return {
    user,
    say: sayingIn(userSettingsOf(user).default_language),
    realmUrl: realmUrl(config, user.realm_string_id),
    host: config.externalHost,
    showsContent: config.pushContent,
    badge,
    texts,
    knows: await sightOf(query, user),
    members: await membersOf(query, user.realm_id, messages),
  }
}

async function membersOf(
  db: Queryable,
  realmId: number,
  messages: readonly MailedMessage[],
): Promise<PushRecipient['members']> {
  const groupIds = new Set(messages.flatMap(({ dm_group_id }) => dm_group_id ?? []))
  const rows = await listMembers(db, realmId, [...groupIds])
  return groupBy(rows, ({ dm_group_id }) => dm_group_id)
}
