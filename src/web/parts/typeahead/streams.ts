import type { Stream, Subscription } from '../../data/records/state'
import { fold } from '../../lib/fold'
import { rankName, ranks } from '../../lib/name-match'

/** Matching streams, subscribed ones first, muted ones last. */
export function findStreams(
  streams: readonly Stream[],
  subscriptions: readonly Pick<Subscription, 'stream_id' | 'is_muted' | 'pin_to_top'>[],
  query: string,
  limit: number,
): Stream[] {
  const wanted = fold(query)
  const own = new Map(subscriptions.map((each) => [each.stream_id, each]))
  return streams
    .map((stream) => {
      const name = fold(stream.name)
      const rank = rankName(name, wanted) ?? (name.includes(wanted) ? ranks.part : undefined)
      return { stream, name, rank, own: own.get(stream.stream_id) }
    })
    .filter(({ rank }) => rank !== undefined)
    .sort(
      (a, b) =>
        Number(!a.own) - Number(!b.own) ||
        Number(a.own?.is_muted ?? false) - Number(b.own?.is_muted ?? false) ||
        (a.rank ?? 0) - (b.rank ?? 0) ||
        Number(b.own?.pin_to_top ?? false) - Number(a.own?.pin_to_top ?? false) ||
        (a.name < b.name ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ stream }) => stream)
}

/** Matching topics, by rank, then newest first. */
export function findTopics(topics: readonly string[], query: string, limit: number): string[] {
  const wanted = fold(query)
  return topics
    .map((name, age) => {
      const folded = fold(name)
      const rank = rankName(folded, wanted) ?? (folded.includes(wanted) ? ranks.part : undefined)
      return { name, age, rank }
    })
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (wanted === '' ? 0 : (a.rank ?? 0) - (b.rank ?? 0)) || a.age - b.age)
    .slice(0, limit)
    .map(({ name }) => name)
}
