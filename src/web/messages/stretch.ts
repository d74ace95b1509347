import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { call } from '../api/call'
import type { Narrow } from '../narrow/narrow'
import type { MessageCache } from './cache'
import type { Message } from './message'

/** What a narrow holds of its messages: ids without a gap, and whether there are more at each end. */
export interface StretchState {
  /** Ascending. */
  ids: readonly number[]
  foundOldest: boolean
  foundNewest: boolean
}

export interface Stretch {
  readonly narrow: Narrow
  readonly state: ReadonlySignal<StretchState>
  /** Fetches the first page around an anchor, in place of what was held. */
  open(anchor: number | 'first_unread' | 'newest'): Promise<void>
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** A message that was just sent, and belongs to the narrow. */
  append(id: number): void
  remove(ids: readonly number[]): void
}

interface Page {
  messages: Message[]
  found_oldest: boolean
  found_newest: boolean
  anchor: number
}

const pageSize = 60
/** Around the first unread message there is more to read than to look back at. */
const firstPage = { num_before: 30, num_after: 70 }

export function createStretch(narrow: Narrow, cache: MessageCache): Stretch {
  const state = signal<StretchState>({ ids: [], foundOldest: false, foundNewest: false })

  async function fetchPage(args: Record<string, unknown>): Promise<Page> {
    const page = await call<Page>('GET', '/messages', { narrow, ...args })
    cache.put(page.messages)
    return page
  }

  const idsOf = ({ messages }: Page) => messages.map(({ id }) => id)

  return {
    narrow,
    state,

    async open(anchor) {
      const page = await fetchPage({ anchor, ...firstPage })
      state.value = {
        ids: idsOf(page),
        foundOldest: page.found_oldest,
        foundNewest: page.found_newest,
      }
    },

    async loadOlder() {
      const [first] = state.peek().ids
      if (first === undefined || state.peek().foundOldest) return
      const page = await fetchPage({
        anchor: first,
        num_before: pageSize,
        num_after: 0,
        include_anchor: false,
      })
      const now = state.peek()
      if (now.ids[0] !== first) return
      state.value = { ...now, ids: [...idsOf(page), ...now.ids], foundOldest: page.found_oldest }
    },

    async loadNewer() {
      const last = state.peek().ids.at(-1)
      if (last === undefined || state.peek().foundNewest) return
      const page = await fetchPage({
        anchor: last,
        num_before: 0,
        num_after: pageSize,
        include_anchor: false,
      })
      const now = state.peek()
      if (now.ids.at(-1) !== last) return
      state.value = { ...now, ids: [...now.ids, ...idsOf(page)], foundNewest: page.found_newest }
    },

    append(id) {
      const now = state.peek()
      if (!now.foundNewest || (now.ids.at(-1) ?? 0) >= id) return
      state.value = { ...now, ids: [...now.ids, id] }
    },

    remove(ids) {
      const gone = new Set(ids)
      const now = state.peek()
      if (now.ids.some((id) => gone.has(id))) {
        state.value = { ...now, ids: now.ids.filter((id) => !gone.has(id)) }
      }
    },
  }
}
