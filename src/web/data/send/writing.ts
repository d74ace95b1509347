import type { State, UserSettings } from '../records/state'
import type { TypingPeriods } from './typing'
import { batch, effect } from '@preact/signals-core'
import { call } from '../api/call'
import { RefusedError, UnreachableError } from '../api/errors'
import type { Connection } from '../connection/connection'
import { createScheduling } from './scheduling'
import type { Scheduling } from './scheduling'
import * as t from '../../texts/catalog'
import { conversationOfMessage } from '../records/message'
import type { AnswerOf } from '../../../shared/calls'
import { wholeMoveOf } from '../messages/whole-move'
import { narrowTo, termsForServer } from '../narrow/narrow'
import { forgetSearches } from '../narrow/recent-searches'
import type { Narrow } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import type { Draft, ServerEvent } from '../records/state'
import type { Store } from '../store/store'
import { createComposer } from './composer'
import type { Composer } from './composer'
import { addressOf } from './destination'
import { createDrafts } from './drafts'
import type { Drafts, DraftsOnServer, KeptDraft } from './drafts'
import { forgetKept } from '../offline/kept'
import { createEditUploads } from './edit-uploads'
import type { EditUploads } from './edit-uploads'
import { createOutbox } from './outbox'
import type { Outbox, PendingMessage } from './outbox'
import { writingRefusal } from './permissions'
import { createShelf } from './shelf'
import { localStore, sessionStore } from '../storage/browser-storage'
import { createStreamMembers } from './stream-members'
import type { StreamMembers } from './stream-members'
import { topicForNone } from './topic-rules'
import { createTyping } from './typing'
import type { Typing } from './typing'
import { createUploads, uploadFile } from './uploads'
import type { Uploads } from './uploads'

/** The writing parts of the app: compose box, outbox, drafts, typing notices. */
export interface Writing {
  readonly compose: Composer
  readonly outbox: Outbox
  readonly drafts: Drafts
  readonly typing: Typing
  readonly streamMembers: StreamMembers
  readonly scheduling: Scheduling
  readonly editUploads: EditUploads
}

export interface WritingHooks {
  /** Applies events, in the same batch as the store and the views. */
  hear(events: readonly ServerEvent[]): void
  /** Call when all data is fetched again. */
  resync(): void
  /** Whether a reload would interrupt typing, an upload or sending. */
  isBusy(): boolean
  /** Sends changes to the server. @returns number of texts that exist only in this browser */
  settle(): Promise<number>
  /** Deletes unsent messages, drafts, recent searches and the copy of the last state from this browser. */
  forget(): void
  /** Sends waiting messages and drafts whenever the connection recovers. */
  follow(connection: Pick<Connection, 'trouble'>): void
}

type SingleMessage = AnswerOf<'GET /messages/{message_id}'>['message']

export interface WritingSurroundings {
  store: Store
  ended: AbortSignal
  /** Whether the message cache has a message. */
  isHeld(id: number): boolean
  /** Adds an own message that no event reports. */
  onUnheardMessage(message: SingleMessage): void
}

export function createWriting(around: WritingSurroundings): Writing & WritingHooks {
  const { store, ended } = around
  const ownId = () => store.state.user_id
  const now = () => Date.now() / 1000
  const storage = localStore
  const ownShelf = (name: string) => `${name}.${ownId()}`
  const setting = (name: keyof UserSettings) => store.state.user_settings[name] !== false

  const drafts = createDrafts({
    shelf: createShelf<KeptDraft>(ownShelf('drafts'), storage, ended),
    readServer: () => store.read('drafts'),
    isSynchronized: () => store.read('user_settings')['enable_drafts_synchronization'],
    server: draftsOnServer,
    ended,
    now,
  })

  const outbox = createOutbox({
    shelf: createShelf<PendingMessage>(ownShelf('outbox'), storage, ended),
    queueId: () => store.state.queue_id,
    async send({ key, queueId, conversation, content }) {
      const { id } = await call('POST /messages', {
        ...addressOf(conversation, ownId()),
        content,
        queue_id: queueId,
        local_id: key,
      })
      if (id === undefined) throw new Error('The answer names no message.')
      return id
    },
    findSent: (message) => findSent(message, ownId()),
    isHeld: around.isHeld,
    onSent({ key, conversation }, id) {
      const isHeardOf =
        conversation.kind === 'private' ||
        store.state.subscriptions.some(({ stream_id }) => stream_id === conversation.streamId)
      if (isHeardOf) return
      const show = (message: SingleMessage) => {
        // Remove the pending copy in the same batch.
        batch(() => {
          around.onUnheardMessage(message)
          outbox.hear(id, key, undefined)
        })
      }
      fetchMessage(id).then(show, (error: unknown) => {
        // Writers may be unable to read the stream; the outbox shows their message until the next registration.
        if (!(error instanceof RefusedError || error instanceof UnreachableError)) throw error
      })
    },
    tooOld: t.compose.tooOld,
    ended,
    now,
  })

  const typing = createTyping({
    periods: () => typingPeriods(store.state),
    ownId,
    mayTell: (conversation) =>
      setting(
        conversation.kind === 'private'
          ? 'send_private_typing_notifications'
          : 'send_stream_typing_notifications',
      ) && writingRefusal(store.state, conversation) === undefined,
    tell(op, conversation) {
      call('POST /typing', { op, ...typingAddress(conversation, ownId()) }).catch(() => {
        // A lost typing notice does no harm.
      })
    },
    ended,
  })

  const makeUploads = (replace: (placeholder: string, replacement: string) => void): Uploads =>
    createUploads({
      maxBytes: () => store.state.max_file_upload_size_mib * 2 ** 20,
      tooLarge: (bytes) => t.compose.fileTooLarge(bytes),
      replace,
      upload: uploadFile,
    })

  const editUploads = createEditUploads(makeUploads)

  const compose = createComposer({
    drafts,
    outbox,
    createUploads: makeUploads,
    ownId,
    topicForNone: (streamId) => topicForNone(store.state, streamId),
    onWriting: (conversation) => {
      typing.wrote(conversation)
    },
    session: sessionStore,
    hasFocus: () => document.hasFocus() && document.activeElement?.tagName === 'TEXTAREA',
    ended,
  })

  addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) drafts.flush()
    },
    { signal: ended },
  )

  const streamMembers = createStreamMembers()

  return {
    compose,
    outbox,
    drafts,
    typing,
    streamMembers,
    editUploads,
    scheduling: createScheduling({
      compose,
      drafts,
      outbox,
      readScheduled: () => store.read('scheduled_messages'),
      ownId,
    }),
    hear(events) {
      for (const event of events) {
        typing.hear(event)
        streamMembers.hear(event)
        const move = wholeMoveOf(event)
        if (move) compose.followMove(move.from, move.to)
        if (event.type !== 'message') continue
        const { message, local_message_id: localId } = event
        outbox.hear(
          message.id,
          localId,
          message.sender_id === ownId() ? conversationOfMessage(message, ownId()) : undefined,
        )
      }
    },
    resync() {
      batch(() => {
        outbox.forgetSent()
        streamMembers.forget()
      })
    },
    isBusy: () =>
      compose.isBusy() ||
      editUploads.isBusy() ||
      outbox.all.peek().some(({ status }) => status === 'sending'),
    async settle() {
      const unsent = outbox.all.peek().filter(({ status }) => status !== 'sent')
      return unsent.length + (await drafts.settle())
    },
    forget() {
      void forgetKept()
      outbox.forgetAll()
      drafts.forget()
      forgetSearches(storage, ownId())
    },
    follow({ trouble }) {
      const stop = effect(() => {
        if (trouble.value !== undefined) return
        outbox.wake()
        drafts.flush()
      })
      ended.addEventListener('abort', stop)
    },
  }
}

const draftsOnServer: DraftsOnServer = {
  async add(draft) {
    const { ids } = await call('POST /drafts', { drafts: [draft] })
    return ids[0]!
  },
  async change(id, draft: Omit<Draft, 'id'>) {
    await call('PATCH /drafts/{draft_id}', { draft_id: id, draft })
  },
  async remove(id) {
    await call('DELETE /drafts/{draft_id}', { draft_id: id })
  },
}

/** Finds the message on the server that a pending message became, by its text among the user's later messages. */
async function findSent(message: PendingMessage, ownId: number): Promise<number | undefined> {
  const narrow: Narrow = [...narrowTo(message.conversation), { operator: 'sender', operand: ownId }]
  const { messages } = await call('GET /messages', {
    narrow: termsForServer(narrow, ownId),
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    apply_markdown: false,
  })
  const found = messages.find(
    ({ content, timestamp }) =>
      content === message.content && timestamp >= Math.floor(message.timestamp),
  )
  return found?.id
}

async function fetchMessage(id: number): Promise<SingleMessage> {
  const { message } = await call('GET /messages/{message_id}', {
    message_id: id,
    apply_markdown: true,
  })
  return message
}

function typingPeriods(state: Readonly<State>): TypingPeriods {
  return {
    startedExpiry: state.server_typing_started_expiry_period_milliseconds,
    startedWait: state.server_typing_started_wait_period_milliseconds,
    stoppedWait: state.server_typing_stopped_wait_period_milliseconds,
  }
}

function typingAddress(conversation: Conversation, ownId: number) {
  if (conversation.kind === 'private') {
    return { type: 'direct', to: addressOf(conversation, ownId).to } as const
  }
  return {
    type: 'stream',
    stream_id: conversation.streamId,
    topic: conversation.topic,
  } as const
}
