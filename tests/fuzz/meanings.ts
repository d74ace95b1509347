import { createHash } from 'node:crypto'
import { integrations } from '../../src/server/api/integrations'
import type { Random } from '../support/random'
import { narrow } from './narrows'
import { markdown, oddText, pattern, phrase, urlTemplate } from './texts'
import type { KnownFile, World } from './world'

/** Inputs for making a value. */
export interface Moment {
  random: Random
  world: World
  /** Name of the caller. */
  caller: string
}

type Maker = (moment: Moment) => unknown

/**
 * New objects get names from small lists: so later calls find them again, and the realm does not grow with
 * the number of requests.
 */
const streamNames = ['general', ...Array.from({ length: 30 }, (_, index) => `room ${index}`)]
const topics = ['lunch', 'Lunch', 'deploy', '✔ done', 'hello', 'Käse', '日本', 'x'.repeat(60)]
const emojiNames = ['tada', '+1', 'heart', 'robot', 'octopus', 'fuzz_1', 'fuzz_2']
const flags = ['read', 'starred', 'collapsed', 'mentioned', 'has_alert_word', 'historical']
const eventTypes = [
  'message',
  'subscription',
  'realm_user',
  'presence',
  'typing',
  'stream',
  'reaction',
]
const settings = ['color', 'is_muted', 'in_home_view', 'pin_to_top', 'push_notifications']
const integrationNames = integrations.map(({ name }) => name)
/** Max new accounts in a realm. */
const mostNewcomers = 60

const stream: Maker = ({ random, world }) =>
  random.chance(0.9) ? world.streams.pick(random)?.name : random.pick(streamNames)
const userId: Maker = ({ random, world }) => world.users.pick(random)?.id
const message: Maker = ({ random, world, caller }) => world.messages.pick(random, caller)
const messages: Maker = (moment) => list(moment, message)
const topic: Maker = ({ random }) => (random.chance(0.95) ? random.pick(topics) : oddText(random))
const content: Maker = ({ random }) => markdown(random)
const name: Maker = ({ random }) => (random.chance(0.9) ? phrase(random) : oddText(random))
const group: Maker = ({ random, world }) => world.groups.pick(random)
const person: Maker = ({ random, world }) => {
  const user = world.users.pick(random)
  return random.chance(0.6) ? user?.id : user?.email
}
const emoji: Maker = ({ random }) => random.pick(emojiNames)
const streamToMake: Maker = ({ random }) =>
  random.chance(0.97) ? random.pick(streamNames) : oddText(random)
const lifespan: Maker = ({ random }) => random.pick([10, 600, 600])

const draft: Maker = (moment) => {
  const { random, world } = moment
  const text = { topic: topic(moment), content: content(moment) }
  if (random.chance(0.5)) return { ...text, type: 'stream', to: [world.streams.pick(random)?.id] }
  if (random.chance(0.5)) return { ...text, type: 'private', to: list(moment, userId) }
  return { ...text, type: '', to: [], timestamp: random.between(0, 2_000_000_000) }
}

/** Makers of values by the name of the argument; for other names the schema decides. */
const byName: Readonly<Record<string, Maker>> = {
  stream_id: ({ random, world }) => world.streams.pick(random)?.id,
  stream,
  stream_name: stream,
  stream_post_policy: ({ random }) => random.pick([1, 1, 2]),
  default_sending_stream: stream,
  default_events_register_stream: stream,
  notifications_stream_id: ({ random, world }) => world.streams.pick(random)?.id,
  new_stream_announcements_stream_id: () => -1,
  new_name: streamToMake,
  topic,
  subject: topic,
  topic_name: topic,
  content,
  description: content,
  user_id: userId,
  muted_user_id: userId,
  bot_owner_id: userId,
  bot_id: ({ random, world, caller }) => world.bots.pick(random, caller),
  user_group_id: group,
  subgroups: (moment) => list(moment, group),
  add_subgroups: (moment) => list(moment, group),
  delete_subgroups: (moment) => list(moment, group),
  principals: (moment) => list(moment, person),
  members: (moment) => list(moment, person),
  message_id: message,
  messages,
  msg_ids: messages,
  message_ids: messages,
  pointer: message,
  anchor: (moment) =>
    moment.random.chance(0.5)
      ? moment.random.pick(['newest', 'oldest', 'first_unread'])
      : message(moment),
  anchor_date: ({ random }) => random.pick(['2026-01-01T00:00:00Z', '2026-11-22', 'yesterday']),
  num_before: ({ random }) => random.pick([0, 1, 10, 50]),
  num_after: ({ random }) => random.pick([0, 1, 10, 50]),
  narrow: (moment) => narrow(moment),
  op: ({ random }) => random.pick(['add', 'add', 'remove', 'start', 'stop']),
  flag: ({ random }) => random.pick(flags),
  queue_id: ({ random, world, caller }) => world.queues.pick(random, caller)?.id,
  last_event_id: ({ random }) => random.pick([-1, -1, 0, 3]),
  dont_block: ({ random }) => random.chance(0.97),
  queue_lifespan_secs: lifespan,
  idle_queue_timeout: lifespan,
  lifespan_secs: lifespan,
  event_types: (moment) => list(moment, ({ random }) => random.pick(eventTypes)),
  fetch_event_types: (moment) => list(moment, ({ random }) => random.pick(eventTypes)),
  client_capabilities: ({ random }) => ({
    notification_settings_null: random.chance(0.5),
    bulk_message_deletion: random.chance(0.5),
  }),
  emoji_name: emoji,
  emoji_code: ({ random }) => random.pick(['1f389', '1f44d', '1', 'zulip', '1F600']),
  alert_words: (moment) => list(moment, name),
  full_name: name,
  short_name: ({ random }) => `bot${random.between(1, 40)}`,
  email: ({ random }) => `newcomer${random.between(1, mostNewcomers)}@fuzz.test`,
  username: ({ random, world }) => world.users.pick(random)?.email,
  password: () => 'a password for all',
  old_password: () => 'a password for all',
  timezone: ({ random }) => random.pick(['Europe/Berlin', 'Asia/Kathmandu', '', 'UTC']),
  name: streamToMake,
  title: name,
  status: ({ random }) => random.pick(['active', 'idle', 'offline']),
  status_text: name,
  role: ({ random }) => random.pick([100, 200, 300, 400, 400, 400, 600]),
  filter_id: ({ random, world }) => world.linkifiers.pick(random),
  ordered_linkifier_ids: (moment) =>
    list(moment, ({ random, world }) => world.linkifiers.pick(random)),
  pattern: ({ random }) => pattern(random),
  url_template: ({ random }) => urlTemplate(random),
  url_format_string: ({ random }) => urlTemplate(random),
  saved_snippet_id: ({ random, world, caller }) => world.snippets.pick(random, caller),
  draft_id: ({ random, world, caller }) => world.drafts.pick(random, caller),
  draft,
  drafts: (moment) => list(moment, draft),
  attachment_id: ({ random, world, caller }) => world.attachments.pick(random, caller),
  bot_type: ({ random }) => random.pick([1, 1, 2, 3]),
  payload_url: () => 'https://bot.invalid/hook',
  service_payload_url: () => 'https://bot.invalid/hook',
  interface_type: () => 1,
  service_interface: () => 1,
  property: ({ random }) => random.pick(settings),
  integration_name: ({ random }) => random.pick(integrationNames),
  format: ({ random }) => random.pick(['840x560.webp', '300x200.webp', '100x75.webp', '1x1.png']),
  keys: (moment) => list(moment, name),
  prev_content_sha256: ({ random }) => createHash('sha256').update(phrase(random)).digest('hex'),
}

/** Arguments that are valid only in combination, by operation. */
const together: Readonly<Record<string, (moment: Moment) => Record<string, unknown>>> = {
  'POST /api/v1/messages': (moment) => addressee(moment),
  'POST /api/v1/typing': (moment) => {
    const { random, world } = moment
    const op = random.pick(['start', 'stop'])
    if (random.chance(0.5)) return { op, type: 'direct', to: list(moment, userId) }
    const stream_id = world.streams.pick(random)?.id
    return { op, type: 'stream', stream_id, to: [stream_id], topic: topic(moment) }
  },
  'POST /api/v1/submessage': ({ random, world }) => ({
    message_id: world.polls.pick(random),
    msg_type: 'widget',
    content: random.pick([
      { type: 'vote', key: 'canned,0', vote: random.pick([1, -1]) },
      { type: 'new_option', idx: random.between(0, 1_000), option: phrase(random) },
      { type: 'question', question: phrase(random) },
    ]),
  }),
  'POST /api/v1/messages/flags': ({ random }) => ({
    op: random.pick(['add', 'remove']),
    flag: random.pick(['read', 'starred', 'collapsed']),
  }),
  'POST /api/v1/messages/flags/narrow': (moment) => ({
    ...page(moment),
    op: moment.random.pick(['add', 'remove']),
    flag: moment.random.pick(['read', 'starred']),
  }),
  'PATCH /api/v1/users/me/subscriptions/muted_topics': (moment) => ({
    stream: stream(moment),
    op: moment.random.pick(['add', 'remove']),
  }),
  'POST /api/v1/users/me/subscriptions/properties': (moment) => ({
    subscription_data: list(moment, () => ({
      stream_id: moment.world.streams.pick(moment.random)?.id,
      ...oneSetting(moment),
    })),
  }),
  'PATCH /api/v1/users/me/subscriptions/{stream_id}': (moment) => oneSetting(moment),
  'DELETE /api/v1/users/me/subscriptions': (moment) => ({ subscriptions: list(moment, stream) }),
  'PATCH /api/v1/users/me/subscriptions': (moment) => ({ delete: list(moment, stream) }),
  'POST /api/v1/user_groups/create': ({ random }) => ({
    name: `group ${random.between(1, 60)}${random.chance(0.03) ? oddText(random) : ''}`,
  }),
  'PATCH /api/v1/user_groups/{user_group_id}': ({ random }) => ({
    name: `group ${random.between(1, 60)}`,
  }),
  'POST /api/v1/user_groups/{user_group_id}/members': (moment) => ({
    add: list(moment, userId),
    delete: list(moment, userId),
  }),
  'POST /api/v1/user_groups/{user_group_id}/subgroups': (moment) => ({
    add: list(moment, group),
    delete: list(moment, group),
  }),
  'GET /api/v1/messages': (moment) => page(moment),
  'PATCH /api/v1/messages/{message_id}': (moment) => {
    const { random } = moment
    if (random.chance(0.6)) return { content: content(moment) }
    const propagate_mode = random.pick(['change_one', 'change_later', 'change_all'])
    return { topic: topic(moment), propagate_mode }
  },
  'DELETE /api/v1/messages/{message_id}/reactions': (moment) => ({ emoji_name: emoji(moment) }),
  'POST /api/v1/default_streams': (moment) => ({ stream: stream(moment) }),
  'DELETE /api/v1/default_streams': (moment) => ({ stream: stream(moment) }),
  'POST /api/v1/users/me/status': ({ random }) => ({
    status_text: phrase(random),
    ...(random.chance(0.5) && { emoji_name: random.pick(emojiNames) }),
  }),
  'POST /api/v1/realm/filters': ({ random }) => ({ url_template: urlTemplate(random) }),
  'PATCH /api/v1/realm/filters/{filter_id}': ({ random }) => ({
    url_template: urlTemplate(random),
  }),
  'GET /api/v1/events/stream': ({ random, world, caller }) => ({
    queue_id: world.queues.pick(random, caller)?.id,
    last_event_id: -1,
  }),
  'PATCH /api/v1/realm': ({ random }) => ({ name: `Parley ${phrase(random)}`.slice(0, 40) }),
  'PATCH /api/v1/settings': ({ random }) => ({ email: undefined, full_name: phrase(random) }),
  'GET /api/v1/user_uploads/{realm_id}/{key}/{filename}': (moment) => file(moment),
  'GET /user_uploads/{realm_id}/{key}/{filename}': (moment) => file(moment),
  'GET /user_uploads/thumbnail/{realm_id}/{key}/{filename}/{format}': (moment) => file(moment),
  'GET /user_uploads/temporary/{token}/{filename}': ({ random, world }) => ({
    ...(world.temporaryFiles.pick(random) ?? { token: 'ab', filename: 'a.png' }),
  }),
  'GET /user_avatars/{realm_id}/{filename}': (moment) => pictureFile(moment),
  'GET /user_avatars/{realm_id}/emoji/images/{filename}': (moment) => pictureFile(moment),
}

/** A value by the name of an argument; undefined if only its schema is known. */
export function meaningOf(argument: string, moment: Moment): unknown {
  return byName[argument]?.(moment)
}

/** Values for a call of an operation that must match each other, by the names of arguments. */
export function valuesTogether(operation: string, moment: Moment): Record<string, unknown> {
  return together[operation]?.(moment) ?? {}
}

function list(moment: Moment, make: Maker): unknown[] {
  const { random } = moment
  const length = random.chance(0.05) ? 0 : random.between(1, random.chance(0.05) ? 30 : 3)
  return Array.from({ length }, () => make(moment)).filter((item) => item !== undefined)
}

/** A page of messages around an anchor. */
function page(moment: Moment): Record<string, unknown> {
  const { random } = moment
  const isDate = random.chance(0.1)
  return {
    anchor: isDate ? 'date' : byName['anchor']?.(moment),
    ...(isDate && { anchor_date: '2026-11-22T10:00:00Z' }),
    num_before: random.pick([0, 1, 10, 50]),
    num_after: random.pick([0, 1, 10, 50]),
    narrow: random.chance(0.6) ? narrow(moment) : [],
  }
}

function addressee(moment: Moment): Record<string, unknown> {
  const { random, world } = moment
  const sentence = random.chance(0.08) ? `/poll ${phrase(random)}\none\ntwo` : content(moment)
  if (random.chance(0.65)) {
    const known = world.streams.pick(random)
    const to = random.chance(0.5) ? known?.name : known?.id
    return { type: random.pick(['stream', 'channel']), to, topic: topic(moment), content: sentence }
  }
  const to = list(moment, random.chance(0.5) ? userId : person)
  return { type: random.pick(['private', 'direct']), to, content: sentence }
}

function oneSetting({ random }: Moment): Record<string, unknown> {
  const property = random.pick(settings)
  const value = property === 'color' ? random.pick(['#76ce90', '#fff', 'red']) : random.chance(0.5)
  return { property, value }
}

const noFile: KnownFile = { realm_id: '1', key: '0'.repeat(32), filename: 'a.png' }

function file({ random, world, caller }: Moment): Record<string, unknown> {
  return { ...(world.files.pick(random, caller) ?? noFile) }
}

function pictureFile({ random, world }: Moment): Record<string, unknown> {
  return {
    ...(world.pictures.pick(random) ?? { realm_id: '1', filename: `${'0'.repeat(32)}.png` }),
  }
}
