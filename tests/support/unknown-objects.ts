import type { Endpoint } from '../../src/server/http/declare/endpoint'

/** An id that no object of a test has. */
const id = 2_000_000_000

/** Values by the name of the argument that name an object which does not exist. */
const byName: Readonly<Record<string, unknown>> = {
  stream: 'no such stream',
  stream_names: ['no such stream'],
  default_sending_stream: 'no such stream',
  default_events_register_stream: 'no such stream',
  principals: ['nobody@parley.test'],
  subscribers: [id],
  members: [id],
  subgroups: [id],
  add_subgroups: [id],
  delete_subgroups: [id],
  messages: [id],
  pointer: id,
  order: [id],
  target_users: { user_ids: [id] },
  username: 'nobody@parley.test',
  default_stream_groups: ['no such group'],
  key: 'nothing',
  queue_id: 'fb67bf8a-c031-47cc-84cf-ed80accacda8',
  integration_name: 'nothing',
  report_type: 'nothing',
}

const noPicture = { filename: `${'0'.repeat(32)}.png` }

/** The same for arguments of one endpoint. */
const byEndpoint: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'DELETE /users/me/subscriptions': { subscriptions: ['no such stream'] },
  'PATCH /users/me/subscriptions': { delete: ['no such stream'] },
  'POST /users/me/subscriptions/properties': {
    subscription_data: [{ stream_id: id, property: 'pin_to_top', value: true }],
  },
  'POST /user_groups/{user_group_id}/members': { add: [id], delete: [id] },
  'POST /user_groups/{user_group_id}/subgroups': { add: [id], delete: [id] },
  'PATCH /users/{user_id}': { profile_data: [{ id, value: 'x' }] },
  'PATCH /users/me/profile_data': { data: [{ id, value: 'x' }] },
  'DELETE /users/me/profile_data': { data: [id] },
  'DELETE /users/me/alert_words': { alert_words: ['nothing'] },
  'DELETE /users/me/web_push': { endpoint: 'https://localhost/nothing' },
  'DELETE /users/me/android_gcm_reg_id': { token: 'nothing' },
  'DELETE /users/me/apns_device_token': { token: 'c0ffee' },
  'GET /bot_storage': { keys: ['nothing'] },
  'DELETE /bot_storage': { keys: ['nothing'] },
  'POST /messages/{message_id}/reactions': { emoji_name: 'nothing', emoji_code: 'ffff' },
  'DELETE /messages/{message_id}/reactions': { emoji_name: 'nothing', emoji_code: 'ffff' },
  'POST /users/me/status': { emoji_name: 'nothing', emoji_code: 'ffff' },
  'POST /users/{user_id}/status': { emoji_name: 'nothing', emoji_code: 'ffff' },
  'DELETE /realm/emoji/{emoji_name}': { emoji_name: 'nothing' },
  'POST /messages': { to: 'no such stream' },
  'POST /scheduled_messages': { to: id },
  'PATCH /scheduled_messages/{scheduled_message_id}': { to: id },
  'POST /typing': { to: [id] },
  'POST /drafts': { drafts: [{ type: 'stream', to: [id], topic: 'x', content: 'x' }] },
  'PATCH /drafts/{draft_id}': { draft: { type: 'stream', to: [id], topic: 'x', content: 'x' } },
  'GET /messages': { narrow: [['channel', 'no such stream']] },
  'GET /messages/matches_narrow': { narrow: [['channel', 'no such stream']] },
  'POST /messages/flags/narrow': { narrow: [['channel', 'no such stream']] },
  'POST /register': { narrow: [['channel', 'no such stream']] },
  'GET /events': { narrow: [['channel', 'no such stream']] },
  'PATCH /realm/domains/{domain}': { domain: 'nowhere.test' },
  'DELETE /realm/domains/{domain}': { domain: 'nowhere.test' },
  'PATCH /navigation_views/{fragment}': { fragment: 'nowhere' },
  'DELETE /navigation_views/{fragment}': { fragment: 'nowhere' },
  'GET /user_avatars/{realm_id}/{filename}': noPicture,
  'GET /user_avatars/{realm_id}/realm/{filename}': noPicture,
  'GET /user_avatars/{realm_id}/emoji/images/{filename}': noPicture,
  'POST /streams/{stream_id}/delete_topic': { topic_name: 'nothing' },
  'POST /mark_topic_as_read': { topic_name: 'nothing' },
}

/** Arguments that look like a reference and name no object of the server, each with its meaning. */
const namesNothing: Readonly<Record<string, string>> = {
  local_id: 'a mark that the client chooses',
  last_event_id: 'a position in a queue',
  last_update_id: 'a position in the changes of presence',
  push_key_id: 'a number that the device chooses',
  token_id: 'a mark of a push token that the device chooses',
  appid: 'the name of an app',
}

export function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace('/api/v1', '')}`
}

const isReference = (name: string) => /(^|_)(id|ids|group)$/.test(name) || name in byName

/**
 * Arguments that take unknown objects, by endpoint and name, each with its reason; `, beside known ones` stands for lists.
 * All others refuse them.
 */
export const takingUnknown: Readonly<Record<string, string>> = {
  // Filters: nothing passes them, and the answer lists what did.
  'POST /register narrow': 'a filter of events',
  'GET /events narrow': 'a filter of events',
  'GET /users user_ids': 'the answer lists those that are there',
  'GET /messages message_ids': 'the answer lists those that are there',
  'GET /messages/matches_narrow msg_ids': 'the answer lists those that match',
  'GET /messages/matches_narrow msg_ids, beside known ones': 'the answer lists those that match',
  'GET /audit_log acting_user_id': 'a filter of entries',
  'GET /audit_log affected_id': 'a filter of entries',
  // The answer names what it found.
  'POST /messages/flags messages, beside known ones':
    'the answer lists the messages that are so now',
  // Idempotent removals, as in the reference.
  'DELETE /users/me/alert_words alert_words': 'the answer lists the words that remain',
  'DELETE /users/me/alert_words alert_words, beside known ones': 'the same',
  'POST /streams/{stream_id}/delete_topic topic_name': 'nothing is left of the topic',
  'POST /mark_topic_as_read topic_name': 'nothing of the topic is unread',
  // Marks and senders that cannot act on a refusal.
  'POST /messages queue_id': 'with local_id the mark of a client for its own copy',
  'POST /external/{integration_name} stream': 'the owner of the bot is told instead',
}

/** A value of an argument that names an object which does not exist; undefined for arguments that name none. */
export function unknownObject({ method, path }: Endpoint, name: string): unknown {
  const own = byEndpoint[nameOf({ method, path })]
  if (own && Object.hasOwn(own, name)) return own[name]
  if (!isReference(name) || Object.hasOwn(namesNothing, name)) return undefined
  if (Object.hasOwn(byName, name)) return byName[name]
  if (name.endsWith('group')) return method === 'PATCH' ? { new: id } : id
  return name.endsWith('ids') ? [id] : id
}

/** Other arguments that name the same object, which a call leaves out when it names an unknown one. */
export const twins: readonly (readonly string[])[] = [
  ['stream_id', 'stream'],
  ['device_id', 'endpoint'],
  ['emoji_name', 'emoji_code'],
]
