import { iconCounts } from '../../../shared/rules/icon-count'
import type { TopicPolicy } from '../records/state'
import type { Store } from './store'

type Known = Pick<Store, 'read' | 'topicPolicy' | 'unread'>

/** Source: docs/protocol/settings.md#topic-visibility. */
const followed: TopicPolicy = 3

/** Number of unread messages for the tab, by the reader's setting; each message counts once. */
export function countForIcon({ read, topicPolicy, unread }: Known): number {
  const choice = read('user_settings')['desktop_icon_count_display']
  if (choice === iconCounts.none) return 0
  if (choice !== iconCounts.personal && choice !== iconCounts.personalAndFollowed) {
    return unread.total
  }
  const { pms, huddles, mentions, streams } = read('unread_msgs')
  const topics =
    choice === iconCounts.personal
      ? []
      : streams.filter(({ stream_id: id, topic }) => topicPolicy(id, topic) === followed)
  const inConversations = [...pms, ...huddles, ...topics].flatMap((one) => one.unread_message_ids)
  return new Set([...mentions, ...inConversations]).size
}
