import type { MessageRow, StreamRow, UserGroupRow, UserRow, UserStatusRow } from '../schema'

/*
 * Explicit column lists of whole rows: statements with a `*` for columns are never prepared
 * (preparing-client.ts), and these lists belong to frequent statements.
 */

export const userColumns = columnsOf<UserRow>({
  realm_id: true,
  id: true,
  email: true,
  delivery_email: true,
  full_name: true,
  short_name: true,
  role: true,
  is_bot: true,
  bot_type: true,
  bot_owner_id: true,
  is_system_bot: true,
  password_hash: true,
  api_key: true,
  avatar_version: true,
  avatar_key: true,
  muter_ids: true,
  timezone: true,
  recipient_id: true,
  pointer: true,
  default_sending_stream_id: true,
  default_events_register_stream_id: true,
  default_all_public_streams: true,
  desktop_notifications: true,
  audible_notifications: true,
  push_notifications: true,
  email_notifications: true,
  translate_emoticons: true,
  settings: true,
  profile_data: true,
  owner_warned_at: true,
  date_joined: true,
  deactivated_at: true,
  is_imported_stub: true,
  is_address_unconfirmed: true,
})

export const streamColumns = columnsOf<StreamRow>({
  realm_id: true,
  id: true,
  name: true,
  description: true,
  rendered_description: true,
  invite_only: true,
  is_announcement_only: true,
  history_public_to_subscribers: true,
  is_default: true,
  creator_id: true,
  permissions: true,
  recipient_id: true,
  subscribers_version: true,
  created_at: true,
  deactivated_at: true,
  message_retention_days: true,
  folder_id: true,
  topics_policy: true,
})

export const userGroupColumns = columnsOf<UserGroupRow>({
  realm_id: true,
  id: true,
  name: true,
  description: true,
  is_system_group: true,
  role: true,
  creator_id: true,
  permissions: true,
  created_at: true,
  deactivated_at: true,
  managed_by: true,
})

export const userStatusColumns = columnsOf<UserStatusRow>({
  realm_id: true,
  user_id: true,
  status_text: true,
  emoji_name: true,
  emoji_code: true,
  reaction_type: true,
  ends_at: true,
})

/** Columns of a message, without the search vector. */
export const messageColumns = columnsOf<MessageRow>({
  realm_id: true,
  id: true,
  sender_id: true,
  stream_id: true,
  dm_group_id: true,
  topic: true,
  content: true,
  rendered_content: true,
  is_me_message: true,
  client: true,
  sent_at: true,
  read_by_sender: true,
  mentions_everybody: true,
  has_link: true,
  has_image: true,
  has_attachment: true,
  is_widget: true,
  last_edited_at: true,
})

/** Column names qualified by their table. */
export function columnsIn<T extends string, C extends string>(
  table: T,
  columns: readonly C[],
): `${T}.${C}`[] {
  return columns.map((column): `${T}.${C}` => `${table}.${column}`)
}

/** The type makes the compiler reject a missing column. */
function columnsOf<Row extends object>(
  columns: Readonly<Record<keyof Row & string, true>>,
): (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[]
}
