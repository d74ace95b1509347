import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { reasonOf } from '../../lib/reason-of'
import type { Narrow } from '../narrow/narrow'
import type { Match } from '../records/message'
import type { Anchor, Page, PageRequest } from './page'
import { emptyStretch, extendedDown, extendedUp, withIds, withoutIds } from './stretch-state'
import type { StretchState } from './stretch-state'

/** The fetched messages of a narrow, without gaps. */
export interface Stretch {
  readonly narrow: Narrow
  readonly state: ReadonlySignal<StretchState>
  /** Error message of the last failed fetch; undefined while all is well. */
  readonly failure: ReadonlySignal<string | undefined>
  /** HTML of a search result, with matches highlighted; undefined outside of searches. */
  matchOf(id: number): Match | undefined
  /**
   * Fetches the first page around an anchor and replaces the stretch by it.
   * @returns id of the anchor, which may be beyond all messages; undefined if the fetch failed,
   * or `open` was called again meanwhile
   */
  open(anchor: Anchor, page?: PageSize): Promise<number | undefined>
  /** Replaces the stretch by messages that the cache holds. */
  hold(state: StretchState): void
  /** @param count number of messages, 100 by default */
  loadOlder(count?: number): Promise<void>
  loadNewer(): Promise<void>
  /** Adds cached messages that belong to the narrow. */
  insert(ids: readonly number[]): void
  /** Adds a message that was just sent. */
  append(id: number): void
  remove(ids: readonly number[]): void
  /** Fetches messages to find out whether they belong to the narrow, if only the server can tell. */
  ask(ids: readonly number[]): Promise<void>
}

/**
 * Fetches a page of a narrow, stores its messages in the cache and returns it with their ids.
 * @param isWanted asked before each repetition
 */
export type LoadPage = (
  narrow: Narrow,
  request: PageRequest,
  isWanted: () => boolean,
) => Promise<LoadedPage>

export interface LoadedPage extends Page {
  ids: number[]
  /** Ids of messages that were sent or moved into the narrow while the page was in flight. */
  heardIds: readonly number[]
}

interface PageSize {
  before: number
  after: number
}

const pageSize = 100
/** Fills the first screen, even if the anchor is the newest message. */
const firstPage: PageSize = { before: 50, after: 70 }
/** Half of the cache, to leave space for other narrows. */
const maxIds = 10_000

export function createStretch(narrow: Narrow, loadPage: LoadPage): Stretch {
  const state = signal<StretchState>(emptyStretch)
  const failure = signal<string | undefined>(undefined)
  const matches = new Map<number, Match>()
  /** Counts calls of `open`; results of requests before the latest call are dropped. */
  let openings = 0
  const loading = { older: false, newer: false }

  /** @returns undefined if the fetch failed or the stretch was reopened meanwhile */
  async function load(request: PageRequest): Promise<LoadedPage | undefined> {
    const opening = openings
    try {
      const page = await loadPage(narrow, request, () => opening === openings)
      if (opening !== openings) return undefined
      failure.value = undefined
      for (const { id, match_content, match_subject } of page.messages) {
        if (match_content === undefined || match_subject === undefined) matches.delete(id)
        else matches.set(id, { match_content, match_subject })
      }
      return page
    } catch (error) {
      if (opening === openings) failure.value = reasonOf(error)
      return undefined
    }
  }

  function insert(ids: readonly number[]): void {
    state.value = withIds(state.peek(), ids)
  }

  async function loadMore(end: keyof typeof loading, count = pageSize): Promise<void> {
    const { ids, foundOldest, foundNewest } = state.peek()
    const edge = end === 'older' ? ids[0] : ids.at(-1)
    const isComplete = end === 'older' ? foundOldest : foundNewest
    if (edge === undefined || isComplete || loading[end]) return
    loading[end] = true
    const page = await load({
      anchor: edge,
      num_before: end === 'older' ? count : 0,
      num_after: end === 'newer' ? count : 0,
      include_anchor: false,
    })
    loading[end] = false
    if (!page) return
    const now = state.peek()
    const isStillEdge = (end === 'older' ? now.ids[0] : now.ids.at(-1)) === edge
    // The edge message may have been removed meanwhile; the next call starts at the new edge.
    if (!isStillEdge) return
    state.value =
      end === 'older'
        ? extendedUp(now, { ids: page.ids, foundOldest: page.found_oldest }, maxIds)
        : extendedDown(now, { ids: page.ids, foundNewest: page.found_newest }, maxIds)
    insert(page.heardIds)
  }

  return {
    narrow,
    state,
    failure,
    matchOf: (id) => matches.get(id),

    async open(anchor, { before, after } = firstPage) {
      openings += 1
      loading.older = loading.newer = false
      const page = await load({ anchor, num_before: before, num_after: after })
      if (!page) return undefined
      state.value = {
        ids: page.ids,
        foundOldest: page.found_oldest,
        foundNewest: page.found_newest,
      }
      insert(page.heardIds)
      return page.anchor ?? undefined
    },

    hold(held) {
      state.value = held
    },

    loadOlder: (count) => loadMore('older', count),
    loadNewer: () => loadMore('newer'),
    insert,
    append: (id) => insert([id]),

    remove(ids) {
      state.value = withoutIds(state.peek(), ids)
    },

    async ask(ids) {
      const page = await load({ message_ids: ids })
      if (page) insert(page.ids)
    },
  }
}
