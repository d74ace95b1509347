import type { Subscription } from '../records/state'
import { matchedName, matchQuality, qualities, readQuery } from './match'

/** Streams whose topics are asked for in one step, and while the switcher is open. */
const [maxAtOnce, maxAsked] = [6, 36]

interface Asking {
  subscriptions: readonly Pick<Subscription, 'stream_id' | 'name' | 'is_muted' | 'pin_to_top'>[]
  /** Ids of streams, those with the newest known messages first. */
  recent: readonly number[]
  /** Ids of the streams that were asked for. */
  asked: readonly number[]
  /** Whether the list already has good matches, so that only named streams are worth a call. */
  hasEnough: boolean
}

/**
 * Ids of the streams whose topics to ask for next: streams that the text names, then those with recent messages, then
 * pinned ones, muted ones last.
 */
export function nextStreams(text: string, asking: Asking): number[] {
  const { subscriptions, recent, asked, hasEnough } = asking
  const { words, place } = readQuery(text)
  const named = place ?? words
  const isNamed = (name: string) =>
    named.some((word) => {
      const quality = matchQuality(matchedName(name), readQuery(word))
      return quality !== undefined && quality <= qualities.beginning
    })
  const ages = new Map(recent.map((id, age) => [id, age]))
  const oldest = recent.length
  const left = subscriptions
    .filter(({ stream_id: id }) => !asked.includes(id))
    .map((stream) => ({ ...stream, isNamed: isNamed(stream.name) }))
    .filter((stream) => stream.isNamed || !hasEnough)
    .sort(
      (a, b) =>
        Number(b.isNamed) - Number(a.isNamed) ||
        Number(a.is_muted) - Number(b.is_muted) ||
        (ages.get(a.stream_id) ?? oldest) - (ages.get(b.stream_id) ?? oldest) ||
        Number(b.pin_to_top) - Number(a.pin_to_top),
    )
  return left.slice(0, Math.min(maxAtOnce, maxAsked - asked.length)).map(({ stream_id: id }) => id)
}
