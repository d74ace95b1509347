import { isSameName } from '../../../shared/rules/letter-case'
import { batch } from '@preact/signals-core'
import { matches } from '../narrow/match'
import { keyOfNarrow } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import { findStream } from '../records/records'
import type { ServerEvent, State } from '../records/state'
import type { MessageCache } from './cache'
import type { Message } from '../records/message'
import { applyMessageEvent } from './message-events'
import type { MessageChange } from './message-events'
import type { PageRequest } from './page'
import type { PageLoads } from './page-loads'
import { createStretch } from './stretch'
import type { LoadedPage, Stretch } from './stretch'
import { reaches } from './stretch-state'

/** Cache of the stretches of all opened narrows, kept up to date by events. */
export interface Stretches {
  /** The stretch of a narrow; empty on the first call. */
  of(narrow: Narrow): Stretch
  /** Stretches of all opened narrows, least recently opened first. */
  all(): readonly Stretch[]
  /**
   * Marks a stretch as shown; others may be evicted or fetched again.
   * @param firstVisibleId anchor for fetching the stretch again
   * @returns function that ends the mark
   */
  show(stretch: Stretch, firstVisibleId: () => number | undefined): () => void
  /** Applies message events; call it after the store has applied them, since matching reads mutes from the store. */
  apply(events: readonly ServerEvent[]): void
  /** After missed events: fetches shown stretches again and evicts all others. */
  refetch(): Promise<void>
}

/** Max cached messages; beyond, the least recently opened stretches are evicted. */
const maxHeld = 20_000
/** Cache size after eviction, low enough that the next message causes no new one. */
const heldAfterwards = 15_000

/** Time for collecting messages to ask the server about in one call. */
const askAfterMs = 400

export function createStretches(
  cache: MessageCache,
  loads: PageLoads,
  stateNow: () => Readonly<State>,
): Stretches {
  /** By key of the narrow, least recently opened first. */
  const known = new Map<string, Stretch>()
  const shown = new Map<Stretch, () => number | undefined>()
  const toAsk = new Map<Stretch, Set<number>>()

  const streamName = (id: number) => findStream(stateNow(), id)?.name

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

  /** Updates a stretch for a change. Messages stay in place unless they were moved away or deleted. */
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

  /** Evicts messages and stretches when the cache is full. */
  function letGo(): void {
    if (cache.size <= maxHeld) return
    const kept = new Set<number>()
    for (const [key, stretch] of [...known].reverse()) {
      const { ids } = stretch.state.peek()
      if (!shown.has(stretch) && kept.size + ids.length > heldAfterwards) known.delete(key)
      else for (const id of ids) kept.add(id)
    }
    // Pages just fetched are not in their stretch yet.
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

    all: () => [...known.values()],

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

/** Whether an uncached message may belong to a narrow, judged by its new location. */
function mayHold(narrow: Narrow, { place, moved }: MessageChange): boolean {
  if (!place || moved.length === 0) return narrow.some(({ operator }) => operator === 'is')
  return narrow.every(({ operator, operand, negated }) => {
    if (operator === 'dm') return false
    if (operator === 'channel') return (place.streamId === operand) !== (negated === true)
    if (operator !== 'topic' || place.topic === undefined) return true
    const isSame = isSameName(place.topic, String(operand))
    return isSame !== (negated === true)
  })
}

/** Removes highlighted matches, which belong to one search and not to the shared cache. */
function withoutMatch(message: LoadedPage['messages'][number]): Message {
  const { match_content: _content, match_subject: _subject, ...rest } = message
  return rest
}
