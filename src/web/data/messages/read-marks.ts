import { call } from '../api/call'
import { RefusedError } from '../api/errors'
import { termsForServer } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'

/** Reports read messages to the server; failed reports are repeated. */
export interface ReadMarks {
  /** Reports messages as read, batched. */
  mark(ids: readonly number[]): void
  /** Reports no more of messages that were deleted. */
  forget(ids: readonly number[]): void
  /** Marks all messages of a narrow as read. @throws as `call` */
  markNarrow(narrow: Narrow): Promise<void>
  /** Marks a message and all later ones in a narrow as unread. @throws as `call` */
  markUnreadFrom(narrow: Narrow, id: number): Promise<void>
}

/** Messages read within this time go into one call. */
const gatherMs = 250
/**
 * Min interval between two calls: in a busy stream the reader sees new messages constantly, and each call
 * counts against the account's rate limit.
 */
const betweenCallsMs = 2_000
const longestPauseMs = 15_000
/** Max messages per call. Source: docs/protocol/history.md#change-flags. */
const maxTogether = 10_000

/** @param ended aborts at the end of the session */
export function createReadMarks(ownId: () => number, ended: AbortSignal): ReadMarks {
  const waiting = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastCallAt = -Infinity

  function flushAfter(milliseconds: number): void {
    timer ??= setTimeout(() => void flush(milliseconds), milliseconds)
  }

  async function flush(pauseMs: number): Promise<void> {
    const messages = [...waiting].slice(0, maxTogether)
    lastCallAt = performance.now()
    try {
      if (messages.length > 0)
        await call('POST /messages/flags', { messages, op: 'add', flag: 'read' })
      forget(messages)
    } catch (error) {
      const isPointless = error instanceof RefusedError && error.retryAfter === undefined
      if (isPointless) forget(messages)
    }
    timer = undefined
    if (waiting.size > 0 && !ended.aborted) flushAfter(Math.min(pauseMs * 2, longestPauseMs))
  }

  function forget(ids: readonly number[]): void {
    for (const id of ids) waiting.delete(id)
  }

  addEventListener(
    'online',
    () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      flushAfter(0)
    },
    { signal: ended },
  )

  return {
    mark(ids) {
      for (const id of ids) waiting.add(id)
      const dueMs = lastCallAt + betweenCallsMs - performance.now()
      if (waiting.size > 0) flushAfter(Math.max(gatherMs, dueMs))
    },

    forget,

    markNarrow(narrow) {
      const unread = { operator: 'is', operand: 'unread' } as const
      return changeAll([...termsForServer(narrow, ownId()), unread], 'add', { anchor: 'oldest' })
    },

    markUnreadFrom(narrow, id) {
      waiting.clear()
      return changeAll(termsForServer(narrow, ownId()), 'remove', { anchor: id })
    },
  }
}

/**
 * Changes the read flag of all messages of a narrow from an anchor on, 1000 per call.
 * Source: docs/protocol/history.md#flags-narrow-paging.
 */
async function changeAll(
  narrow: readonly object[],
  op: 'add' | 'remove',
  from: { anchor: 'oldest' | number },
): Promise<void> {
  let position: object = from
  for (;;) {
    const done = await call('POST /messages/flags/narrow', {
      ...position,
      narrow,
      num_before: 0,
      num_after: 1000,
      op,
      flag: 'read',
    })
    if (done.found_newest || done.last_processed_id === null) return
    position = { anchor: done.last_processed_id, include_anchor: false }
  }
}
