import { computed } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { RefusedError, UnreachableError } from '../api/errors'
import { keyOfConversation } from '../narrow/narrow'
import type { Conversation, Narrow } from '../narrow/narrow'
import { alone, randomName } from './alone'
import type { Shelf } from './shelf'
import { shows } from './shows'

/** A message on its way to the server. */
export interface PendingMessage {
  /** Its `local_id`. */
  key: string
  /** Goes with the local id each time it is sent: the two make it one message, however often that is. */
  queueId: string
  conversation: Conversation
  /** As it was typed. */
  content: string
  /** Unix time in seconds, with a fraction: no two have the same. */
  timestamp: number
  /** Waiting: there is no connection. Sent: the server has it, and we are about to hear of it. */
  status: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Why it failed. */
  refusal?: string
  /** Once it is sent. */
  id?: number
  /** It may have reached the server. */
  wasTried?: boolean
  /** Probably this message, which came before the answer did: only that one is shown; 0: none. */
  presumedId?: number
}

/**
 * Messages that were sent and of which the app has not heard yet, in all tabs. What is in it is sent in order,
 * again and again until there is an answer; it outlives the page.
 */
export interface Outbox {
  /** The oldest first. */
  readonly all: ReadonlySignal<readonly PendingMessage[]>
  /** Those that a narrow will show when they have come; see `shows`. */
  in(narrow: Narrow): readonly PendingMessage[]
  post(conversation: Conversation, content: string): void
  /** Sends one that failed again. */
  retry(key: string): void
  /** Takes one out that failed or waits, to be changed or dropped. */
  takeOut(key: string): PendingMessage | undefined
  /** A message has come, perhaps one of these. @param own where, if the user wrote it */
  hear(id: number, localId: string | undefined, own: Conversation | undefined): void
  /** All messages will be fetched again: those that the server has need not be shown from here any more. */
  forgetSent(): void
  /** Nothing of it is to be left in this browser. */
  forgetAll(): void
  /** The connection is back. */
  wake(): void
}

export interface OutboxSurroundings {
  shelf: Shelf<PendingMessage>
  /** The queue in which the message will be heard of. */
  queueId(): string
  /** Sends a message. @returns its id @throws RefusedError, UnreachableError */
  send(message: PendingMessage): Promise<number>
  /** Whether a message that was sent long ago has arrived: its id. */
  findSent(message: PendingMessage): Promise<number | undefined>
  /** Whether a message has come already. */
  isHeld(id: number): boolean
  /** The server has a message: makes sure that it is seen, also where no event tells of it. */
  onSent(message: PendingMessage, id: number): void
  /** What is said of a message that waited too long. */
  tooOld: string
  ended: AbortSignal
  now(): number
}

/**
 * So long the server surely knows a message by its local id; older ones are not sent by themselves.
 * Source: docs/protocol/messages.md#send-once.
 */
const knownSeconds = 20 * 60 * 60

/** Of pauses after attempts without an answer. */
const firstPauseMs = 1000
const longestPauseMs = 30_000

/** So often an error of the server itself may come before the message is given back to its writer. */
const maxServerErrors = 5

export function createOutbox(around: OutboxSurroundings): Outbox {
  const { shelf, ended } = around
  const serverErrors = new Map<string, number>()
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let mustRunAgain = false

  const all = computed(() => shelf.records.value.toSorted((a, b) => a.timestamp - b.timestamp))
  const nextToSend = () =>
    all.peek().find(({ status }) => status === 'waiting' || status === 'sending')

  function change(key: string, changes: Partial<PendingMessage>): void {
    const message = shelf.get(key)
    // It may have been heard of meanwhile.
    if (message) shelf.put({ ...message, ...changes })
  }

  function fail(key: string, refusal: string): void {
    change(key, { status: 'failed', refusal, presumedId: 0 })
  }

  /** After a reload there is another queue, whose events do not name the local id. */
  function presume(id: number, conversation: Conversation): void {
    const place = keyOfConversation(conversation)
    const message = all
      .peek()
      .find(
        ({ status, queueId, presumedId = 0, conversation: other }) =>
          status === 'sending' &&
          queueId !== around.queueId() &&
          presumedId === 0 &&
          keyOfConversation(other) === place,
      )
    if (message) change(message.key, { presumedId: id })
  }

  /** @returns whether the next may be sent */
  async function sendOne(message: PendingMessage): Promise<boolean> {
    const { key } = message
    if (around.now() - message.timestamp > knownSeconds) {
      fail(key, around.tooOld)
      return true
    }
    change(key, { status: 'sending', wasTried: true })
    try {
      const id = await around.send(message)
      pauseMs = firstPauseMs
      if (around.isHeld(id)) shelf.remove(key)
      else change(key, { status: 'sent', id, presumedId: 0 })
      around.onSent(message, id)
      return true
    } catch (error) {
      return answerError(message, error)
    }
  }

  function answerError({ key }: PendingMessage, error: unknown): boolean {
    const isServers = error instanceof RefusedError && error.status >= 500
    const errors = (serverErrors.get(key) ?? 0) + (isServers ? 1 : 0)
    serverErrors.set(key, errors)
    const isRefused =
      error instanceof RefusedError && ![401, 429].includes(error.status) && error.status < 500
    if (isRefused || errors >= maxServerErrors) {
      fail(key, (error as Error).message)
      serverErrors.delete(key)
      return true
    }
    if (!(error instanceof RefusedError || error instanceof UnreachableError)) throw error
    change(key, { status: 'waiting' })
    const asked = error instanceof RefusedError ? error.retryAfter : undefined
    runLater(asked === undefined ? pauseMs : asked * 1000)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    return false
  }

  async function sendAll(): Promise<void> {
    for (let next = nextToSend(); next && !ended.aborted; next = nextToSend()) {
      if (!(await sendOne(next))) return
    }
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (isRunning) {
      mustRunAgain = true
      return
    }
    isRunning = true
    try {
      do {
        mustRunAgain = false
        await alone('outbox', sendAll)
      } while (mustRunAgain && nextToSend() && !ended.aborted)
    } finally {
      isRunning = false
    }
  }

  function runLater(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), milliseconds)
  }

  async function retry(key: string): Promise<void> {
    const message = shelf.get(key)
    if (!message) return
    const { refusal: _refusal, ...again } = message
    if (around.now() - message.timestamp > knownSeconds) {
      // The server may have it and not know it by its local id any more.
      const id = message.wasTried === true ? await around.findSent(message) : undefined
      if (id !== undefined) return shelf.remove(key)
      shelf.remove(key)
      post(message.conversation, message.content)
      return
    }
    shelf.put({ ...again, status: 'waiting' })
    void run()
  }

  function post(conversation: Conversation, content: string): void {
    const last = all.peek().at(-1)?.timestamp ?? 0
    shelf.put({
      key: randomName(),
      queueId: around.queueId(),
      conversation,
      content,
      timestamp: Math.max(around.now(), last + 0.001),
      status: 'sending',
    })
    void run()
  }

  ended.addEventListener('abort', () => {
    clearTimeout(timer)
  })

  const shown = computed(() => all.value.filter(({ presumedId = 0 }) => presumedId === 0))

  return {
    all,
    in(narrow) {
      return shown.value.filter(({ conversation }) => shows(narrow, conversation))
    },
    post,
    retry(key) {
      retry(key).catch((error: unknown) => {
        fail(key, error instanceof Error ? error.message : String(error))
      })
    },
    takeOut(key) {
      const message = shelf.get(key)
      shelf.remove(key)
      return message
    },
    hear(id, localId, own) {
      const known = shelf.records.peek().find((each) => each.key === localId || each.id === id)
      if (known) shelf.remove(known.key)
      else if (own) presume(id, own)
    },
    forgetSent() {
      for (const { key, status } of shelf.records.peek()) if (status === 'sent') shelf.remove(key)
    },
    forgetAll() {
      for (const { key } of shelf.records.peek()) shelf.remove(key)
    },
    wake() {
      pauseMs = firstPauseMs
      if (nextToSend()) void run()
    },
  }
}
