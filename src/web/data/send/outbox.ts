import { batch, computed, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { RefusedError, UnreachableError } from '../api/errors'
import { keyOfConversation } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import { alone, randomName } from './alone'
import type { Shelf } from './shelf'
import { shows } from './shows'

/** A message on its way to the server, from sending until its event arrives. */
export interface PendingMessage {
  /** Also its `local_id` in the API. */
  key: string
  /** Sent with every attempt: the server stores one message per queue and local id. */
  queueId: string
  conversation: Conversation
  /** Markdown source. */
  content: string
  /** Unix time in seconds, with a fraction; unique in the outbox. */
  timestamp: number
  /** `waiting` for the connection or the next attempt; `sent` but its event has not arrived yet. */
  status: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Reason of the failure. */
  refusal?: string
  /** Message id, once sent. */
  id?: number
  /** Whether an attempt was made, so that the server may have the message. */
  wasTried?: boolean
  /** Id of a message that arrived and is probably this one, so that only one of the two is shown; 0 for none. */
  presumedId?: number
}

/**
 * Messages whose event has not arrived yet, from all tabs. They are sent in order and retried until the server
 * answers; the outbox survives reloads.
 */
export interface Outbox {
  /** Oldest first. */
  readonly all: ReadonlySignal<readonly PendingMessage[]>
  /** Messages to show in a narrow; see `shows`. */
  in(narrow: Narrow): readonly PendingMessage[]
  /** Key of the message that the reader has sent last from this page, if a narrow shows it. */
  latestIn(narrow: Narrow): string | undefined
  post(conversation: Conversation, content: string): void
  /** Sends a failed message again. */
  retry(key: string): void
  /** Removes a failed or waiting message, to edit or drop it. */
  takeOut(key: string): PendingMessage | undefined
  /** Handles a new message event. @param own conversation of the message if the user is the sender */
  hear(id: number, localId: string | undefined, own: Conversation | undefined): void
  /** Removes sent messages, as they are about to be fetched from the server. */
  forgetSent(): void
  /** Removes everything from this browser. */
  forgetAll(): void
  /** Retries at once, after the connection has recovered. */
  wake(): void
}

export interface OutboxSurroundings {
  shelf: Shelf<PendingMessage>
  /** Id of the event queue in which the message's event will arrive. */
  queueId(): string
  /** Sends a message. @returns its id @throws RefusedError, UnreachableError */
  send(message: PendingMessage): Promise<number>
  /** Searches the server for a message that was tried long ago. @returns its id, if found */
  findSent(message: PendingMessage): Promise<number | undefined>
  /** Whether the message cache has a message. */
  isHeld(id: number): boolean
  /** Called after sending; fetches the message if its event will not reach this client. */
  onSent(message: PendingMessage, id: number): void
  /** Error text for a message that waited too long. */
  tooOld: string
  ended: AbortSignal
  now(): number
}

/**
 * Time during which the server recognizes a repeated local id; older messages are only sent again by hand.
 * Source: docs/protocol/messages.md#send-once.
 */
const knownSeconds = 20 * 60 * 60

/** Pauses between attempts without an answer. */
const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Server errors (5xx) after which a message counts as failed. */
const maxServerErrors = 5

export function createOutbox(around: OutboxSurroundings): Outbox {
  const { shelf, ended } = around
  const serverErrors = new Map<string, number>()
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const latest = signal<PendingMessage | undefined>(undefined)
  let isRunning = false
  let mustRunAgain = false

  const all = computed(() => shelf.records.value.toSorted((a, b) => a.timestamp - b.timestamp))
  const nextToSend = () =>
    all.peek().find(({ status }) => status === 'waiting' || status === 'sending')

  function change(key: string, changes: Partial<PendingMessage>): void {
    const message = shelf.get(key)
    // Its event may have removed it meanwhile.
    if (message) shelf.put({ ...message, ...changes })
  }

  function fail(key: string, refusal: string): void {
    change(key, { status: 'failed', refusal, presumedId: 0 })
  }

  /** Matches an own message to a pending one after a reload, when events of the new queue lack the local id. */
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

  /** @returns false if sending must pause before the next message */
  async function sendOne({ key }: PendingMessage): Promise<boolean> {
    const message = shelf.newest(key)
    if (!message || message.status === 'sent' || message.status === 'failed') {
      // Another tab was quicker.
      if (message) shelf.put(message)
      else shelf.remove(key)
      return true
    }
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
      // The server may have the message but no longer recognize its local id.
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
    const message: PendingMessage = {
      key: randomName(),
      queueId: around.queueId(),
      conversation,
      content,
      timestamp: Math.max(around.now(), last + 0.001),
      status: 'sending',
    }
    batch(() => {
      shelf.put(message)
      latest.value = message
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
    latestIn(narrow) {
      const sent = latest.value
      return sent && shows(narrow, sent.conversation) ? sent.key : undefined
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
