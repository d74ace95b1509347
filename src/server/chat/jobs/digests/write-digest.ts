import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  listDigestPeople,
  listDigestPolicies,
  listDigestSubscriptions,
  listNewStreamsOf,
} from '../../../data/notifications/digests'
import type { DigestPerson } from '../../../data/notifications/digests'
import { listMessagesToMail } from '../../../data/notifications/unread-messages'
import type { MailedMessage } from '../../../data/notifications/unread-messages'
import { listUsersByIds } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { groupBy } from '../../../lib/group-by'
import { sayingIn } from '../../../text/i18n/languages'
import type { Say } from '../../../text/i18n/catalogs/catalog'
import { streamAddress } from '../../../text/markdown/stream-links'
import { link, message, paragraph } from '../../../stores/mail/layout'
import type { Block } from '../../../stores/mail/layout'
import { addressOf, unknownName } from '../../../wire/addresses'
import { shownTopic } from '../../../../shared/rules/empty-topics'
import { sightOf } from '../../access/users/user-visibility'
import { unsubscribeLink } from '../../actions/users/unsubscribe'
import { realmUrl } from '../../notify/mail/enqueue'
import type { MailToSend } from '../../notify/mail/enqueue'
import { formatTimeFor } from '../../notify/mail/times'
import type { ClockSettings } from '../../notify/mail/times'
import { messageAddress } from '../../rules/messages/quoting'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { joinedNames } from '../notifications/mail-texts'
import { isContentAllowed, listOf, shortened } from '../notifications/missed-mail'
import { chooseTopics } from './choose-topics'
import type { ChosenTopic, TopicStatistics } from './choose-topics'

/** Characters shown of a message, and new streams that are named. */
const mostCharacters = 500
const mostStreams = 10

type WriteContext = Pick<AppContext, 'config'>

/** The content of a person's digest. */
interface Contents {
  topics: readonly ChosenTopic[]
  streams: readonly { id: number; name: string }[]
}

/** Messages and people in the digests of a batch, by id. */
interface Shown {
  messages: ReadonlyMap<number, MailedMessage>
  people: ReadonlyMap<number, DigestPerson>
}

/**
 * Writes the digests of some people; people who missed nothing get none. The number of statements does not depend on
 * the number of people.
 * Source: docs/protocol/notifications.md#digest-contents.
 */
export async function writeDigests(
  ctx: WriteContext,
  tx: Tx,
  statistics: TopicStatistics,
  userIds: readonly number[],
): Promise<MailToSend[]> {
  const { realmId } = statistics
  const keys = userIds.map((userId) => ({ realmId, userId }))
  const users = (await listUsersByIds(tx, keys)).filter(
    (user) => userSettingsOf(user).enable_digest_emails,
  )
  if (users.length === 0) return []
  const contents = await chooseContents(
    tx,
    statistics,
    users.map(({ id }) => id),
  )
  const shown = await load(tx, realmId, [...contents.values()])
  const mails: MailToSend[] = []
  for (const user of users) {
    const ofUser = contents.get(user.id)
    if (ofUser) mails.push(await mailOf(ctx, tx, user, { ...ofUser, ...shown }))
  }
  return mails
}

/** The contents of the digests, by person; without people who missed nothing. */
async function chooseContents(
  tx: Tx,
  statistics: TopicStatistics,
  userIds: readonly number[],
): Promise<Map<number, Contents>> {
  const { realmId, since } = statistics
  const subscriptions = await listDigestSubscriptions(tx, realmId, { userIds, since })
  const streamIds = [...new Set(subscriptions.map(({ stream_id }) => stream_id))]
  await statistics.load(tx, streamIds)
  const policies = await listDigestPolicies(tx, realmId, { userIds, streamIds })
  const byUser = {
    subscriptions: groupBy(subscriptions, ({ user_id }) => user_id),
    policies: groupBy(policies, ({ user_id }) => user_id),
    streams: groupBy(
      await listNewStreamsOf(tx, realmId, { userIds, since }),
      ({ user_id }) => user_id,
    ),
  }
  const contents = userIds.map((id): [number, Contents] => {
    const topics = chooseTopics(
      statistics,
      byUser.subscriptions.get(id) ?? [],
      byUser.policies.get(id) ?? [],
    )
    return [id, { topics, streams: byUser.streams.get(id) ?? [] }]
  })
  return new Map(contents.filter(([, { topics, streams }]) => topics.length + streams.length > 0))
}

/** Loads the messages and people of digests. {@link chooseTopics} has chosen topics that their recipients may read. */
async function load(tx: Tx, realmId: number, contents: readonly Contents[]): Promise<Shown> {
  const topics = new Set(contents.flatMap((each) => each.topics))
  const ids = new Set([...topics].flatMap(({ first_ids }) => first_ids))
  const messages = await listMessagesToMail(tx, realmId, [...ids])
  const people = await listDigestPeople(tx, realmId, [
    ...new Set([
      ...[...topics].flatMap(({ sender_ids }) => sender_ids),
      ...messages.map(({ sender_id }) => sender_id),
    ]),
  ])
  return {
    messages: new Map(messages.map((each) => [each.id, each])),
    people: new Map(people.map((each) => [each.id, each])),
  }
}

async function mailOf(
  ctx: WriteContext,
  tx: Tx,
  user: UserWithRealm,
  contents: Contents & Shown,
): Promise<MailToSend> {
  const settings = userSettingsOf(user)
  const { default_language: locale } = settings
  const say = sayingIn(locale)
  const realm = user.realm_name
  const url = realmUrl(ctx.config, user.realm_string_id)
  const writer: Writer = {
    ...{ user, say, locale, url, settings, ...contents },
    knows: await sightOf(tx, user),
  }
  const values = {
    subject: say('mail.digest.subject', { realm }),
    blocks: JSON.stringify(
      isContentAllowed(user)
        ? blocksOf(writer)
        : [paragraph(say('mail.digest.withheld', { realm }))],
    ),
    url,
    open: say('mail.missed.buttonWithheld', { realm }),
    stop: await unsubscribeLink(ctx.config, tx, user, 'digest'),
    list: listOf(ctx, user),
  }
  return { realmId: user.realm_id, to: addressOf(user), template: 'digest', values, locale }
}

interface Writer extends Contents, Shown {
  user: UserWithRealm
  say: Say
  locale: string
  settings: ClockSettings
  url: string
  /** Whether the recipient may know a user. */
  knows: (user: { id: number; is_bot: boolean }) => boolean
}

function blocksOf(writer: Writer): Block[] {
  const { topics, streams, say, url } = writer
  return [
    ...(topics.length > 0 ? [paragraph(say('mail.digest.lead'))] : []),
    ...topics.flatMap((topic) => topicBlocks(writer, topic)),
    ...(streams.length > 0
      ? [paragraph(say('mail.digest.streams', { count: streams.length }))]
      : []),
    ...streams
      .slice(0, mostStreams)
      .map((stream) => link(`#${stream.name}`, `${url}/${streamAddress(stream)}`)),
  ]
}

function topicBlocks(writer: Writer, topic: ChosenTopic): Block[] {
  const { say, url, user, people, messages, knows } = writer
  const shown = topic.first_ids
    .flatMap((id) => messages.get(id) ?? [])
    .filter(({ sender_id }) => !people.get(sender_id)?.muter_ids.includes(user.id))
  const names = topic.sender_ids
    .filter((id) => knows({ id, is_bot: false }))
    .flatMap((id) => people.get(id)?.full_name ?? [])
  const participants = joinedNames(writer, names, Math.max(topic.senders, names.length))
  const count = topic.total - shown.length
  const [id = 0] = topic.first_ids
  const stream = { id: topic.stream_id, name: topic.stream_name }
  return [
    link(
      `#${topic.stream_name} > ${shownTopic(topic.topic)}`,
      `${url}/${messageAddress(stream, { id, topic: topic.topic })}`,
    ),
    ...shown.map((each) => messageBlock(writer, each)),
    paragraph(
      count > 0
        ? say('mail.digest.more', { count, names: participants })
        : say('mail.digest.people', { names: participants }),
    ),
  ]
}

function messageBlock(
  { knows, settings }: Writer,
  { sender_id, sender_is_bot, sender_name, sent_at, content }: MailedMessage,
): Block {
  const name = knows({ id: sender_id, is_bot: sender_is_bot }) ? sender_name : unknownName
  const by = `${name} · ${formatTimeFor(settings, sent_at)}`
  return message(by, shortened(content, mostCharacters))
}
