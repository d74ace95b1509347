import { asNumbers, maybe, shapedLike } from '../support/checked'
import type { Arguments, Method, Person } from '../support/person'
import type { Random } from '../support/random'
import { topics } from './cast'
import type { Cast } from './cast'
import type { Setting } from './ledger'

/** A call to make. */
export interface Plan {
  method: Method
  /** Below /api/v1. */
  path: string
  args: Arguments
  /** A unique text in the call that all constant watchers hear of. */
  text?: string
  sets?: Setting[]
  /** The settings of an accepted call, if its answer names them; default: `sets`. */
  setsBy?: (answer: Record<string, unknown>) => Setting[]
}

/** Everything that the makers of plans draw from. */
interface Hand {
  random: Random
  cast: Cast
  /** The caller. */
  person: Person
  /** A unique text. */
  text: () => string
  /** A recent message of a stream, which other calls are about as well. */
  message: () => number
  /** Whether a message has no other readers than two people. */
  isPrivate: (messageId: number) => boolean
}

type Maker = (hand: Hand) => Plan

const emoji = ['tada', 'octopus', 'pizza']
const everybody = ({ constants, others }: Cast) => [...constants, ...others]

/** `private` messages are heard by their two people, so their text is not announced. */
const send: Maker = ({ random, cast, text, person }) => {
  const content = text()
  const mention = random.chance(1 / 5) ? ` @**${random.pick(everybody(cast)).fullName}**` : ''
  const to = random.pick(cast.streams).id
  if (random.chance(1 / 8)) {
    const other = random.pick(everybody(cast)).id
    const args = { type: 'direct', to: [other, person.id], content }
    return { method: 'post', path: '/messages', args, setsBy: sent(content) }
  }
  const whole = content + mention
  const args = { type: 'channel', to, topic: random.pick(topics), content: whole }
  return { method: 'post', path: '/messages', args, text: content, setsBy: sent(whole) }
}

const sent =
  (content: string) =>
  ({ id }: Record<string, unknown>): Setting[] => [
    { key: `content of message ${String(id)}`, value: content },
  ]

const edit: Maker = ({ message, isPrivate, text, random, cast }) => {
  const id = message()
  const [content, mention] = [text(), ` @**${random.pick(everybody(cast)).fullName}**`]
  const whole = random.chance(1 / 5) ? content + mention : content
  return {
    ...{ method: 'patch', path: `/messages/${id}`, args: { content: whole } },
    ...(!isPrivate(id) && { text: content }),
    sets: [{ key: `content of message ${id}`, value: whole }],
  }
}

const move: Maker = ({ message, random, cast }) => {
  const isResolved = random.chance(1 / 3)
  const topic = `${isResolved ? '✔ ' : ''}${random.pick(topics)}`
  const propagate_mode = random.pick(['change_one', 'change_later', 'change_all'])
  const stream = random.chance(1 / 3) ? { stream_id: random.pick(cast.streams).id } : {}
  const notices = {
    send_notification_to_old_thread: random.chance(1 / 4),
    send_notification_to_new_thread: random.chance(1 / 4),
  }
  const args = { topic, propagate_mode, ...stream, ...notices }
  return { method: 'patch', path: `/messages/${message()}`, args }
}

const remove: Maker = ({ message }) => {
  const id = message()
  const sets = [{ key: `message ${id}`, value: 'gone' }]
  return { method: 'delete', path: `/messages/${id}`, args: {}, sets }
}

const removeTopic: Maker = ({ random, cast }) => ({
  ...{ method: 'post', path: `/streams/${random.pick(cast.streams).id}/delete_topic` },
  args: { topic_name: `${random.chance(1 / 2) ? '✔ ' : ''}${random.pick(topics)}` },
})

const react: Maker = ({ message, random, person }) => {
  const [id, emoji_name, adds] = [message(), random.pick(emoji), random.chance(2 / 3)]
  const key = `reaction ${emoji_name} of ${person.id} to message ${id}`
  return {
    ...{ method: adds ? 'post' : 'delete', path: `/messages/${id}/reactions` },
    ...{ args: { emoji_name }, sets: [{ key, value: adds ? 'yes' : 'no' }] },
  }
}

const flag: Maker = ({ message, random, person }) => {
  const name = random.pick(['starred', 'read', 'read', 'collapsed'])
  const ids = [...new Set([message(), message(), message()])]
  const op = random.pick(['add', 'remove'])
  const value = op === 'add' ? 'yes' : 'no'
  const starsOf = (messages: readonly number[]) =>
    messages.map((id) => ({ key: `star of ${person.id} on message ${id}`, value }))
  const args = { messages: ids, op, flag: name }
  const call = { method: 'post', path: '/messages/flags', args } as const
  if (name !== 'starred') return call
  // Messages that the caller may not read are passed over.
  return { ...call, sets: starsOf(ids), setsBy: ({ messages }) => starsOf(asNumbers(messages)) }
}

/** Without `/mark_all_as_read`: see the limits in docs/decisions/0049-convergence.md. */
const markRead: Maker = ({ random, cast }) => {
  const stream_id = random.pick(cast.streams).id
  if (random.chance(1 / 4)) {
    return { method: 'post', path: '/mark_stream_as_read', args: { stream_id } }
  }
  const args = { stream_id, topic_name: random.pick(topics) }
  return { method: 'post', path: '/mark_topic_as_read', args }
}

const chooseTopic: Maker = ({ random, cast }) => ({
  ...{ method: 'post', path: '/user_topics' },
  args: {
    stream_id: random.pick(cast.streams).id,
    topic: random.pick(topics),
    visibility_policy: random.pick([0, 1, 2, 3]),
  },
})

const subscribe: Maker = ({ random, cast }) => {
  const { id, name } = random.pick(cast.streams.filter((stream) => stream.name !== undefined))
  const chosen = random.pick(cast.others)
  const joins = random.chance(1 / 2)
  const key = `subscription of ${chosen.id} to stream ${id}`
  const sets = [{ key, value: joins ? 'yes' : 'no' }]
  const subscriptions = joins ? [{ name }] : [name]
  return {
    ...{ method: joins ? 'post' : 'delete', path: '/users/me/subscriptions' },
    ...{ args: { subscriptions, principals: [chosen.id] }, sets },
    setsBy: ({ not_removed: kept }) => (shapedLike(kept, maybe(['']))?.length ? [] : sets),
  }
}

const tune: Maker = ({ random, cast, person }) => {
  const { id } = random.pick(cast.streams)
  const path = `/users/me/subscriptions/${id}`
  const property = random.pick(['is_muted', 'pin_to_top', 'color'])
  const isColor = property === 'color'
  const value = isColor
    ? `#${random.between(0, 0xffffff).toString(16).padStart(6, '0')}`
    : random.chance(1 / 2)
  const key = `${property} of ${person.id} in stream ${id}`
  return {
    ...{ method: 'patch', path, args: { property, value } },
    sets: [{ key, value: String(value) }],
  }
}

const changeStream: Maker = ({ random, cast, text }) => {
  const stream = random.pick(cast.streams)
  const path = `/streams/${stream.id}`
  const words = text()
  if (stream.name === undefined && random.chance(2 / 3)) {
    const sets = [{ key: `name of stream ${stream.id}`, value: words }]
    return { method: 'patch', path, args: { new_name: words }, text: words, sets }
  }
  const sets = [{ key: `description of stream ${stream.id}`, value: words }]
  return { method: 'patch', path, args: { description: words }, text: words, sets }
}

const changePrivacy: Maker = ({ random, cast }) => ({
  ...{ method: 'patch', path: `/streams/${random.pick(cast.streams.slice(0, 2)).id}` },
  args: { is_private: random.chance(1 / 2), history_public_to_subscribers: true },
})

const renameUser: Maker = ({ random, cast, text }) => {
  const { id } = random.pick(cast.others)
  const words = text()
  const sets = [{ key: `name of user ${id}`, value: words }]
  return { method: 'patch', path: `/users/${id}`, args: { full_name: words }, text: words, sets }
}

const changeRole: Maker = ({ random, cast }) => {
  const { id } = random.pick(cast.others.slice(-2))
  // The queues of somebody who becomes a guest end. Source: docs/protocol/users.md#role-events.
  const role = random.pick([300, 400])
  const sets = [{ key: `role of user ${id}`, value: String(role) }]
  return { method: 'patch', path: `/users/${id}`, args: { role }, sets }
}

const changeStatus: Maker = ({ text, person }) => {
  const status_text = text()
  const sets = [{ key: `status of user ${person.id}`, value: status_text }]
  return {
    method: 'post',
    path: '/users/me/status',
    args: { status_text },
    text: status_text,
    sets,
  }
}

const changeGroup: Maker = ({ random, cast, text }) => {
  const path = `/user_groups/${cast.groupId}`
  if (random.chance(1 / 3)) {
    const name = text()
    const sets = [{ key: 'name of the group', value: name }]
    return { method: 'patch', path, args: { name }, text: name, sets }
  }
  const { id } = random.pick(everybody(cast))
  const adds = random.chance(1 / 2)
  const sets = [{ key: `member ${id} of the group`, value: adds ? 'yes' : 'no' }]
  const args = adds ? { add: [id] } : { delete: [id] }
  return { method: 'post', path: `${path}/members`, args, sets }
}

const muteUser: Maker = ({ random, cast, person }) => {
  const { id } = random.pick(cast.others)
  const mutes = random.chance(1 / 2)
  return {
    ...{ method: mutes ? 'post' : 'delete', path: `/users/me/muted_users/${id}`, args: {} },
    sets: [{ key: `mute of ${id} by ${person.id}`, value: mutes ? 'yes' : 'no' }],
  }
}

const changeWords: Maker = ({ random }) => ({
  ...{ method: random.pick(['post', 'delete']), path: '/users/me/alert_words' },
  args: { alert_words: [random.pick(['lunch', 'word', 'text'])] },
})

/** The makers with their weights: changes of messages race most. */
const makers: readonly (readonly [weight: number, maker: Maker])[] = [
  [12, send],
  [10, edit],
  [10, move],
  [4, remove],
  [1, removeTopic],
  [8, react],
  [8, flag],
  [5, markRead],
  [5, chooseTopic],
  [6, subscribe],
  [4, tune],
  [4, changeStream],
  [1, changePrivacy],
  [2, renameUser],
  [1, changeRole],
  [2, changeStatus],
  [3, changeGroup],
  [2, muteUser],
  [1, changeWords],
]
const drawn = makers.flatMap(([weight, maker]) => Array<Maker>(weight).fill(maker))

/** A call that races with others. */
export const makePlan: Maker = (hand) => hand.random.pick(drawn)(hand)
