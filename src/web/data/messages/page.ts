import { call } from '../api/call'
import { termsForServer } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { Match, Message } from './message'

/** One page of a narrow, messages ascending by id. Source: docs/protocol/history.md#page. */
export interface Page {
  messages: (Message & Partial<Match>)[]
  /** Id of the anchor message; null for requests by message ids. */
  anchor: number | null
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

export type Anchor = number | 'first_unread' | 'newest' | 'oldest'

export type PageRequest =
  | { anchor: Anchor; num_before: number; num_after: number; include_anchor?: boolean }
  | { message_ids: readonly number[] }

/** @throws as {@link call} */
export function fetchPage(narrow: Narrow, ownId: number, request: PageRequest): Promise<Page> {
  return call('GET /messages', { narrow: termsForServer(narrow, ownId), ...request })
}
