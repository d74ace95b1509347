import type { DatedQueryable } from '../../../data/engine/database'
import { listAllMemberIds } from '../../../data/groups/membership'
import type { MailedMessage } from '../../../data/notifications/unread-messages'
import type { UserWithRealm } from '../../../data/users/users'
import { isInGroup } from '../../rules/permissions/membership'

/** Max groups whose sizes are compared; messages hardly ever mention more. */
const mostGroups = 10
/** As `text/markdown/mentions.ts` writes mentions that are not silent. */
const groupMention =
  /<span class="user-group-mention" data-user-group-id="(\d{1,15})">@([^<]*)<\/span>/g

export interface MentionedGroup {
  id: number
  name: string
}

/**
 * The group with which messages mention a person; undefined if one mentions them by name. The smallest of
 * several groups counts.
 * Source: docs/protocol/notifications.md#which-group.
 */
export async function mentionedGroup(
  db: DatedQueryable,
  user: UserWithRealm,
  messages: readonly MailedMessage[],
): Promise<MentionedGroup | undefined> {
  const html = messages.map(({ rendered_content }) => rendered_content).join('')
  if (html.includes(`<span class="user-mention" data-user-id="${user.id}">`)) return undefined
  const named = new Map<number, string>()
  for (const [, id = '', name = ''] of html.matchAll(groupMention)) named.set(Number(id), name)
  const own = [...named].filter(([id]) => isInGroup(db, user, id)).slice(0, mostGroups)
  const [first, ...others] = own
  if (others.length === 0) return first && presented(first)
  const sizes = new Map<number, number>()
  for (const [id] of own) {
    sizes.set(id, (await listAllMemberIds(db, user.realm_id, id)).length)
  }
  own.sort(([a], [b]) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0))
  return own[0] && presented(own[0])
}

function presented([id, name]: readonly [number, string]): MentionedGroup {
  return { id, name: unescaped(name) }
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
