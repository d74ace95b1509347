import { batch } from '@preact/signals-core'
import { matches } from '../narrow/match'
import { keyOfNarrow } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { ServerEvent, State } from '../store/state'
import type { MessageCache } from './cache'
import type { Message } from './message'
import { applyMessageEvent } from './message-events'
import type { MessageChange } from './message-events'
import type { PageRequest } from './page'
import type { PageLoads } from './page-loads'
import { createStretch } from './stretch'
import type { LoadedPage, Stretch } from './stretch'
import { reaches } from './stretch-state'

/** The stretch of each narrow that was opened, kept up to date by events. */
export interface Stretches {
  /** The stretch of a narrow, empty when it is the first time. */
  of(narrow: Narrow): Stretch
  /**
   * Says that somebody looks at a stretch: others may be let go, or have to be fetched again.
   * @param firstVisibleId around which to fetch when all has to be fetched again
   * @returns what says that they look no more
   */
  show(stretch: Stretch, firstVisibleId: () => number | undefined): () => void
  /** Takes events about messages in; after the store did, for whether a message is muted, say. */
  apply(events: readonly ServerEvent[]): void
  /** Events were missed: fetches what is looked at again, and lets go of all else. */
  refetch(): Promise<void>
}

/** Messages that are held at most; beyond, stretches are let go that nobody has looked at for longest. */
const maxHeld = 20_000
/** So many are left then, so that it does not have to be done again at the next message. */
const heldAfterwards = 15_000

/** The server is asked once for all messages that came in such a while. */
const askAfterMs = 400

export function createStretches(
  cache: MessageCache,
  loads: PageLoads,
  stateNow: () => Readonly<State>,
): Stretches {
  /** The one that was looked at last is the last. */
  const known = new Map<string, Stretch>()
  const shown = new Map<Stretch, () => number | undefined>()
  const toAsk = new Map<Stretch, Set<number>>()

  const streamName = (id: number) =>
    stateNow().streams.find(({ stream_id }) => stream_id === id)?.name

  function forget(stretch: Stretch): void {
    known.delete(keyOfNarrow(stretch.narrow))
  }

  async function loadPage(
    narrow: Narrow,
    request: PageRequest,
    isWanted: () => boolean,
  ): Promise<LoadedPage> {
    const { page, missed } = await loads.load(narrow, request, isWanted)
    return batch(() => {
      cache.put(page.messages.map(withoutMatch))
      const gone = new Set<number>()
      const heardIds: number[] = []
      for (const event of missed) {
        const change = applyMessageEvent(cache, event, streamName)
        for (const id of idsOf(change)) {
          const message = cache.get(id)
          const isIn = message && matches(narrow, message, stateNow())
          if (isIn === true) heardIds.push(id)
          if (!message || (isIn === false && change.moved.includes(id))) gone.add(id)
        }
      }
      const ids = page.messages.map(({ id }) => id).filter((id) => !gone.has(id))
      letGo()
      return { ...page, ids, heardIds: heardIds.filter((id) => !gone.has(id)) }
    })
  }

  function askLater(stretch: Stretch, ids: readonly number[]): void {
    if (!shown.has(stretch)) return forget(stretch)
    if (toAsk.size === 0) setTimeout(ask, askAfterMs)
    const asked = toAsk.get(stretch) ?? new Set()
    for (const id of ids) asked.add(id)
    toAsk.set(stretch, asked)
  }

  function ask(): void {
    for (const [stretch, ids] of toAsk) if (shown.has(stretch)) void stretch.ask([...ids])
    toAsk.clear()
  }

  function applyOne(event: ServerEvent): void {
    const change = applyMessageEvent(cache, event, streamName)
    const ids = idsOf(change)
    if (ids.length === 0) return
    for (const stretch of known.values()) reconsider(stretch, change, ids)
  }

  /** What a stretch has of the messages that a change was about. Only what left it is taken out: nothing else moves. */
  function reconsider(stretch: Stretch, change: MessageChange, ids: readonly number[]): void {
    const held = stretch.state.peek()
    const coming: number[] = []
    const unsure: number[] = []
    const leaving: number[] = [...change.gone]
    for (const id of ids) {
      const message = cache.get(id)
      if (message) {
        const isIn = matches(stretch.narrow, message, stateNow())
        if (isIn === true) coming.push(id)
        else if (isIn === false) leaving.push(...(change.moved.includes(id) ? [id] : []))
        else if (reaches(held, id)) unsure.push(id)
      } else if (
        !change.gone.includes(id) &&
        reaches(held, id) &&
        mayHold(stretch.narrow, change)
      ) {
        unsure.push(id)
      }
    }
    stretch.remove(leaving)
    stretch.insert(coming)
    if (unsure.length > 0) askLater(stretch, unsure)
  }

  /** Lets go of messages when there are too many. */
  function letGo(): void {
    if (cache.size <= maxHeld) return
    const kept = new Set<number>()
    for (const [key, stretch] of [...known].reverse()) {
      const { ids } = stretch.state.peek()
      if (!shown.has(stretch) && kept.size + ids.length > heldAfterwards) known.delete(key)
      else for (const id of ids) kept.add(id)
    }
    // Pages that have just come are in no stretch yet.
    const newest = [...cache.ids()].slice(-(maxHeld - heldAfterwards))
    for (const id of newest) kept.add(id)
    cache.keepOnly(kept)
  }

  return {
    of(narrow) {
      const key = keyOfNarrow(narrow)
      const stretch = known.get(key) ?? createStretch(narrow, loadPage)
      known.delete(key)
      known.set(key, stretch)
      return stretch
    },

    show(stretch, firstVisibleId) {
      shown.set(stretch, firstVisibleId)
      return () => {
        if (shown.get(stretch) === firstVisibleId) shown.delete(stretch)
      }
    },

    apply(events) {
      loads.hear(events)
      batch(() => events.forEach(applyOne))
      letGo()
    },

    async refetch() {
      for (const stretch of [...known.values()]) if (!shown.has(stretch)) forget(stretch)
      cache.keepOnly(new Set([...shown.keys()].flatMap((stretch) => stretch.state.peek().ids)))
      await Promise.all(
        [...shown].map(([stretch, firstVisibleId]) => stretch.open(firstVisibleId() ?? 'newest')),
      )
    },
  }
}

function idsOf({ added, moved, changed, gone }: MessageChange): number[] {
  return [...new Set([...(added === undefined ? [] : [added]), ...moved, ...changed, ...gone])]
}

/** Whether a message that is not held may be in a narrow, by where it was moved to. */
function mayHold(narrow: Narrow, { place, moved }: MessageChange): boolean {
  if (!place || moved.length === 0) return narrow.some(({ operator }) => operator === 'is')
  return narrow.every(({ operator, operand, negated }) => {
    if (operator === 'dm') return false
    if (operator === 'channel') return (place.streamId === operand) !== (negated === true)
    if (operator !== 'topic' || place.topic === undefined) return true
    const isSame = place.topic.toLowerCase() === String(operand).toLowerCase()
    return isSame !== (negated === true)
  })
}

/** What was found is said of a message in a search, and nowhere else where it is shown. */
function withoutMatch(message: LoadedPage['messages'][number]): Message {
  const { match_content: _content, match_subject: _subject, ...rest } = message
  return rest
}
