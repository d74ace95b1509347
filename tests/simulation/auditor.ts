import { elementAt } from '../support/checked'
import type { Delivered, History, Sight } from './history'

type Commit = Extract<Sight, { kind: 'commit' }>
type Registered = Extract<Sight, { kind: 'registered' }>

/**
 * Judges a history by the promises of docs/architecture.md and decisions 2 and 5, without the server's code:
 * - a queue gets each event for its user that was committed after its state, exactly once;
 * - ids ascend, and an id always means the same event;
 * - no event reaches a user outside its audience;
 * - changes of one stream come in the order of their commits; no change comes before another that was committed before it
 *   was written, and no message before such a change of its stream;
 * - a queue ends only when its client was away for its lifespan.
 *
 * @returns a sentence for each broken promise
 */
export function judge(history: History): string[] {
  const commits = new Map(
    history.flatMap((sight) => (sight.kind === 'commit' ? [[sight.key, sight]] : [])),
  )
  const registrations = history.filter((sight) => sight.kind === 'registered')
  return registrations.flatMap((registration) => {
    const { queue, user } = registration
    const faults = [
      ...judgeQueue(registration, sightsOf(queue, history), commits),
      ...judgeLosses(registration, history),
    ]
    return [...new Set(faults)].map((fault) => `queue ${queue} of user ${user}: ${fault}`)
  })
}

function sightsOf(queue: string, history: History): History {
  return history.filter((sight) => 'queue' in sight && sight.queue === queue)
}

function judgeQueue(
  registration: Registered,
  sights: History,
  commits: ReadonlyMap<number, Commit>,
): string[] {
  const faults = sights.flatMap((sight) => {
    if (sight.kind === 'ended' && !sight.isDue) return ['it ended while its client polled']
    return sight.kind === 'delivered' ? judgeAnswer(sight.after, sight.events) : []
  })
  const { events, changed } = gather(sights)
  const keys = [...events].sort(([a], [b]) => a - b).flatMap(([, key]) => key ?? [])
  return [
    ...faults,
    ...changed,
    ...judgeAudience(registration, keys, commits),
    ...judgeOrder(keys, commits),
  ]
}

function judgeAnswer(after: number, events: readonly Delivered[]): string[] {
  const ids = [after, ...events.map(({ id }) => id)]
  const isAscending = ids.every((id, index) => index === 0 || id > elementAt(ids, index - 1))
  return isAscending ? [] : [`the ids ${ids.join(', ')} do not ascend`]
}

/** The event of each id, over all answers, and ids whose event changed. */
function gather(sights: History) {
  const events = new Map<number, number | undefined>()
  const changed: string[] = []
  for (const sight of sights) {
    if (sight.kind !== 'delivered') continue
    for (const { id, key } of sight.events) {
      if (events.has(id) && events.get(id) !== key) changed.push(`event ${id} changed`)
      events.set(id, key)
    }
  }
  return { events, changed }
}

function judgeAudience(
  { user }: Registered,
  keys: readonly number[],
  commits: ReadonlyMap<number, Commit>,
): string[] {
  return keys.flatMap((key) => {
    const commit = commits.get(key)
    if (!commit) return [`event ${key} was never committed`]
    return commit.audience.includes(user) ? [] : [`event ${key} is for others`]
  })
}

function judgeOrder(keys: readonly number[], commits: ReadonlyMap<number, Commit>): string[] {
  const faults: string[] = []
  const delivered = keys.flatMap((key) => commits.get(key) ?? [])
  delivered.forEach((late, index) => {
    const early = delivered.slice(0, index)
    if (early.some(({ key }) => key === late.key)) faults.push(`event ${late.key} came twice`)
    if (late.isMessage) return
    for (const { key, insertedAt, isMessage, stream, seq } of early) {
      const isOfStream = stream === late.stream
      const isExplained = late.seq <= insertedAt && (isOfStream || !isMessage)
      const isLaterChange = !isMessage && isOfStream && late.seq < seq
      if (isExplained || isLaterChange) faults.push(`event ${key} came before change ${late.key}`)
    }
  })
  return faults
}

/** At each moment at which everything had worked for a while, the queue has all events. */
function judgeLosses({ user, seen, queue }: Registered, history: History): string[] {
  const got = new Set<number | undefined>()
  const missing = new Set<number>()
  return history.flatMap((sight) => {
    if (sight.kind === 'commit') {
      const isWanted = sight.seq > seen && sight.audience.includes(user)
      if (isWanted && !got.has(sight.key)) missing.add(sight.key)
    } else if (sight.kind === 'delivered' && sight.queue === queue) {
      for (const { key } of sight.events) {
        got.add(key)
        if (key !== undefined) missing.delete(key)
      }
    } else if (sight.kind === 'calm' && sight.queue === queue) {
      return [...missing].map((key) => `event ${key} is lost`)
    }
    return []
  })
}
