import type { AnswerOf, Frozen } from '../../../shared/calls'
import type { Endpoints } from '../../../shared/endpoints'
import { call } from '../api/call'
import { termsForServer } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { Match, Message } from '../records/message'

/** One page of a narrow, messages ascending by id. Source: docs/protocol/history.md#page. */
export interface Page extends Pick<
  AnswerOf<'GET /messages'>,
  'anchor' | 'found_anchor' | 'found_oldest' | 'found_newest'
> {
  messages: (Message & Partial<Match>)[]
}

export type Anchor = number | 'first_unread' | 'newest' | 'oldest'

type Arguments = Required<Frozen<Endpoints['GET /messages']['params']>>

export type PageRequest =
  | ({ anchor: Anchor } & Pick<Arguments, 'num_before' | 'num_after'> &
      Partial<Pick<Arguments, 'include_anchor'>>)
  | Pick<Arguments, 'message_ids'>

/** @throws as {@link call} */
export function fetchPage(narrow: Narrow, ownId: number, request: PageRequest): Promise<Page> {
  return call('GET /messages', { narrow: termsForServer(narrow, ownId), ...request })
}
