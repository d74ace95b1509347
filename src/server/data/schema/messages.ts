import type { ReactionType } from '../../../shared/rules/reaction-types'
import type { Generated } from 'kysely'
import type { Id, ReadIds, Timestamp } from './columns'

/* Messages, their reactions, edits and read state, and the outbox. */

export interface DmGroupsTable {
  realm_id: number
  id: Id
  member_key: string
  recipient_id: Generated<number>
  created_at: Timestamp
}

export interface DmGroupMembersTable {
  realm_id: number
  dm_group_id: number
  user_id: number
  read: Generated<ReadIds>
}

export interface MessagesTable {
  realm_id: number
  id: Id
  sender_id: number
  stream_id: number | null
  dm_group_id: number | null
  topic: string
  content: string
  rendered_content: string
  is_me_message: Generated<boolean>
  client: string
  sent_at: Date
  read_by_sender: Generated<boolean>
  mentions_everybody: Generated<boolean>
  has_link: Generated<boolean>
  has_image: Generated<boolean>
  has_attachment: Generated<boolean>
  is_widget: Generated<boolean>
  last_edited_at: Date | null
}

export interface TopicReadStatesTable {
  realm_id: number
  user_id: number
  stream_id: number
  topic_key: string
  read: Generated<ReadIds>
}

export interface MessageFlagsTable {
  realm_id: number
  user_id: number
  message_id: number
  starred: Generated<boolean>
  collapsed: Generated<boolean>
  mentioned: Generated<boolean>
  topic_wildcard_mentioned: Generated<boolean>
  has_alert_word: Generated<boolean>
}

export interface ReactionsTable {
  realm_id: number
  message_id: number
  id: Id
  user_id: number
  emoji_name: string
  emoji_code: string
  reaction_type: ReactionType
}

export interface SubmessagesTable {
  realm_id: number
  message_id: number
  id: Id
  sender_id: number
  content: string
}

export interface MessageEditsTable {
  realm_id: number
  message_id: number
  id: Id
  editor_id: number | null
  edited_at: Date
  prev_content: string | null
  prev_rendered_content: string | null
  prev_topic: string | null
  topic: string | null
  prev_stream_id: number | null
  stream_id: number | null
}

export interface LocalMessagesTable {
  realm_id: number
  user_id: number
  queue_id: string
  local_id: string
  message_id: number
  sent_at: Timestamp
}

export interface OutboxTable {
  realm_id: number
  id: Id
  body: string
  in_order: boolean
  holds_streams: Generated<number[] | null>
  further_ids: Generated<number[]>
  created_at: Timestamp
}
