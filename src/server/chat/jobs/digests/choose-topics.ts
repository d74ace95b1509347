import type { Queryable } from '../../../data/engine/database'
import { listDigestTopics } from '../../../data/notifications/digests'
import type {
  DigestPolicy,
  DigestSubscription,
  DigestTopic,
} from '../../../data/notifications/digests'
import { groupBy } from '../../../lib/group-by'

/** Max topics of a digest, and how many of them are chosen by their number of people. */
const mostTopics = 4
const mostByPeople = 2
/** Streams of one statement. */
const perStatement = 20

/** The topics of an organization since a time. Each stream is read once, for all recipients. */
export class TopicStatistics {
  readonly #topics = new Map<number, readonly DigestTopic[]>()

  constructor(
    readonly realmId: number,
    readonly since: Date,
  ) {}

  /** Reads the streams that were not read yet. */
  async load(db: Queryable, streamIds: readonly number[]): Promise<void> {
    const missing = [...new Set(streamIds)].filter((id) => !this.#topics.has(id))
    for (let start = 0; start < missing.length; start += perStatement) {
      const ids = missing.slice(start, start + perStatement)
      const found = await listDigestTopics(db, this.realmId, { streamIds: ids, since: this.since })
      const byStream = groupBy(found, ({ stream_id }) => stream_id)
      for (const id of ids) this.#topics.set(id, byStream.get(id) ?? [])
    }
  }

  of(streamId: number): readonly DigestTopic[] {
    return this.#topics.get(streamId) ?? []
  }
}

/** A topic for a recipient. */
export type ChosenTopic = DigestTopic & { stream_name: string }

/**
 * The topics of a person's digest: two with the most people, then those with the most messages. Muted ones are left out,
 * and those that began before the person could read the stream.
 * Source: docs/protocol/notifications.md#digest-contents.
 */
export function chooseTopics(
  statistics: TopicStatistics,
  subscriptions: readonly DigestSubscription[],
  policies: readonly DigestPolicy[],
): ChosenTopic[] {
  const mutedByTopic = new Map(policies.map((policy) => [keyOf(policy), policy.is_muted]))
  const candidates = subscriptions.flatMap(({ stream_id, stream_name, ...subscription }) =>
    statistics
      .of(stream_id)
      .filter(
        (topic) =>
          (topic.first_ids[0] ?? 0) > subscription.readable_after &&
          !(mutedByTopic.get(keyOf(topic)) ?? subscription.is_muted),
      )
      .map((topic) => ({ ...topic, stream_name })),
  )
  const byPeople = [...candidates].sort((a, b) => b.senders - a.senders || b.messages - a.messages)
  const first = byPeople.slice(0, mostByPeople)
  const others = byPeople.slice(mostByPeople).sort((a, b) => b.messages - a.messages)
  return [...first, ...others].slice(0, mostTopics)
}

function keyOf({ stream_id, topic_key }: { stream_id: number; topic_key: string }): string {
  return `${stream_id} ${topic_key}`
}
