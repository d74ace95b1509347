import { batch, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import * as t from '../../texts/catalog'
import { conversationOfMessage } from '../records/message'
import type { Message } from '../records/message'
import { quoteOf } from '../messages/quote'
import { conversationOf, keyOfConversation, keyOfNarrow, streamOf } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import { createComposeBox } from './compose-box'
import type { ComposeBoxOptions } from './compose-box'
import { conversationOfDestination, destinationOf } from './destination'
import type { Destination } from './destination'
import type { DraftEntry } from './drafts'
import type { Outbox } from './outbox'
import { scheduledIdOf } from './scheduled-key'
import type { Uploads } from './uploads'

/** A field of the compose box that takes the focus. */
export type ComposeField = 'stream' | 'topic' | 'people' | 'message'

/**
 * State of the compose box, shared by all screens. Each change is saved as a draft at once.
 */
export interface Composer {
  readonly isOpen: ReadonlySignal<boolean>
  readonly destination: ReadonlySignal<Destination>
  readonly text: ReadonlySignal<string>
  /** The conversation of a destination; undefined while the destination is incomplete. */
  aimOf(destination: Destination): Conversation | undefined
  /** The field that should take the focus; undefined once it has it. Each wish is a new object. */
  readonly focusWanted: ReadonlySignal<{ readonly field: ComposeField } | undefined>
  /** Ends the wish for the focus. */
  tookFocus(): void
  readonly uploads: Uploads

  write(text: string): void
  address(destination: Destination): void

  /** Opens the box for a conversation. @param text appended to the text in the box */
  open(conversation: Conversation, text?: string): void
  reply(message: Message): void
  /** @param link address of the message, starting at `#` */
  quote(message: Message, link: string, text: string): void
  /** Begins a message with a quote, whose destination the user chooses. */
  forward(message: Message, link: string, text: string): void
  newTopic(streamId?: number): void
  newPrivate(userIds?: readonly number[]): void
  /** Changes the destination from a stream to people, or back; the text stays. */
  changeKind(): void
  /** Continues a draft; the current text is saved as a draft first. */
  restore(draft: DraftEntry): void
  /** Closes the box, or returns to the conversation of the current narrow; the text becomes a draft. */
  close(): void
  /** Deletes the text and its draft. */
  discard(): void
  /** Moves the message to the outbox. */
  send(): Conversation | undefined
  /** Empties the box and deletes the draft of its text, which is stored elsewhere now. */
  finish(): void
  /** Key of the draft in the box. */
  draftKey(): string
  /** Id of the scheduled message whose text is in the box, to be changed. */
  readonly scheduledId: ReadonlySignal<number | undefined>

  /** The conversation of the current narrow; undefined if the narrow shows none or several. */
  readonly placeConversation: ReadonlySignal<Conversation | undefined>
  /** Call after each navigation; a text in the box stays. @param narrow undefined for views without messages */
  visit(narrow: Narrow | undefined): void
  /** Switches to the conversation of the current narrow; the text in the box becomes a draft. */
  writeHere(): void
  /** Redirects the text in the box and all drafts of a conversation to its new location after a move. */
  followMove(from: Conversation, to: Conversation): void
  /** Whether the draft with this key is in the box. */
  isWriting(key: string): boolean
  /** Whether a reload would interrupt the user. */
  isBusy(): boolean
}

function quoteIn(message: Message, link: string, text: string): string {
  const { sender_id: senderId, sender_full_name: senderName } = message
  return quoteOf({ senderId, senderName, link, text }, t.messageActions.said)
}

export interface ComposerSurroundings extends ComposeBoxOptions {
  outbox: Outbox
}

export function createComposer(around: ComposerSurroundings): Composer {
  const { drafts, outbox } = around
  const box = createComposeBox(around)
  const { isOpen, destination, text, key, scheduledId, uploads } = box
  const { write, address, aimOf, target, putAside, load, drop } = box
  const focusWanted = signal<{ field: ComposeField } | undefined>(undefined)
  const placeConversation = signal<Conversation | undefined>(undefined)
  let placeKey: string | undefined
  let placeStream: number | undefined
  let showsMessages = false

  function focus(field: ComposeField): void {
    focusWanted.value = { field }
  }

  function begin(to: Destination): void {
    if (text.peek() !== '' || scheduledId.peek() !== undefined) putAside()
    // An upload whose placeholder was deleted belongs to the former message too.
    uploads.cancelAll()
    destination.value = to
    // A new message whose topic is still open is no answer in the empty topic.
    const conversation = conversationOfDestination(to, around.ownId())
    const draft = conversation && draftOf(conversation)
    if (draft) load(draft)
    isOpen.value = true
  }

  function draftOf(conversation: Conversation): DraftEntry | undefined {
    const wanted = keyOfConversation(conversation)
    return drafts.all.peek().find((draft) => {
      // A new message for the conversation is another text than a scheduled one.
      if (scheduledIdOf(draft.key) !== undefined) return false
      const other = aimOf(draft.destination)
      return other && keyOfConversation(other) === wanted
    })
  }

  function isSameTarget(conversation: Conversation): boolean {
    const now = target()
    return now !== undefined && keyOfConversation(now) === keyOfConversation(conversation)
  }

  function open(conversation: Conversation, added?: string): void {
    batch(() => {
      if (!isSameTarget(conversation) || !isOpen.peek()) {
        begin(destinationOf(conversation, around.ownId()))
      }
      if (added !== undefined) {
        const before = text.peek().trimEnd()
        write(before === '' ? added : `${before}\n\n${added}`)
      }
      focus('message')
    })
  }

  /** Opens the conversation of the current narrow, with its draft; closes the box if there is no conversation. */
  function settle(): void {
    const here = placeConversation.peek()
    if (here) begin(destinationOf(here, around.ownId()))
    else isOpen.value = false
  }

  /** After sending, prepares the next message for the conversation of the narrow; a mixed view keeps the last one. */
  function goOn(): void {
    if (placeConversation.peek() || !showsMessages) settle()
  }

  function finish(): void {
    batch(() => {
      drop()
      goOn()
    })
  }

  function visit(narrow: Narrow | undefined): void {
    const visited = narrow ? keyOfNarrow(narrow) : ''
    // Only the message in the address has changed.
    if (visited === placeKey) return
    placeKey = visited
    showsMessages = narrow !== undefined
    const stream = narrow && streamOf(narrow)
    placeStream = typeof stream === 'number' ? stream : undefined
    const here = narrow && conversationOf(narrow)
    placeConversation.value = here
    if (text.peek() !== '') {
      if (here && isSameTarget(here)) isOpen.value = true
      return
    }
    batch(settle)
  }

  return {
    isOpen,
    destination,
    aimOf,
    text,
    focusWanted,
    tookFocus() {
      focusWanted.value = undefined
    },
    uploads,
    placeConversation,
    write,
    address,
    open,
    reply(message) {
      open(conversationOfMessage(message, around.ownId()))
    },
    quote(message, link, quoted) {
      open(conversationOfMessage(message, around.ownId()), quoteIn(message, link, quoted))
    },
    forward(message, link, quoted) {
      batch(() => {
        begin({ kind: 'topic', streamId: undefined, topic: '' })
        write(quoteIn(message, link, quoted))
        focus('stream')
      })
    },
    newTopic(streamId = placeStream) {
      batch(() => {
        begin({ kind: 'topic', streamId, topic: '' })
        focus(streamId === undefined ? 'stream' : 'topic')
      })
    },
    newPrivate(userIds = []) {
      batch(() => {
        begin({ kind: 'private', userIds })
        focus(userIds.length === 0 ? 'people' : 'message')
      })
    },
    changeKind() {
      batch(() => {
        const isTopic = destination.peek().kind === 'topic'
        address(
          isTopic
            ? { kind: 'private', userIds: [] }
            : { kind: 'topic', streamId: undefined, topic: '' },
        )
        focus(isTopic ? 'people' : 'stream')
      })
    },
    restore(draft) {
      batch(() => {
        if (draft.key !== key.peek() && text.peek() !== '') putAside()
        load(draft)
        focus('message')
      })
    },
    close() {
      batch(() => {
        if (text.peek() !== '') putAside()
        settle()
      })
    },
    discard() {
      batch(() => {
        drop()
        settle()
      })
    },
    send() {
      const conversation = target()
      if (!conversation || text.peek().trim() === '') return undefined
      batch(() => {
        // Only failed ones are left.
        uploads.cancelAll()
        // Post before removing the draft, so that the text is stored at every moment.
        outbox.post(conversation, text.peek().trimEnd())
        finish()
      })
      return conversation
    },
    finish,
    draftKey: () => key.peek(),
    scheduledId,
    visit,
    writeHere() {
      batch(() => {
        if (text.peek() !== '') putAside()
        settle()
        focus('message')
      })
    },
    followMove(from, to) {
      const moved = keyOfConversation(from)
      const isMoved = (destination: Destination) => {
        const conversation = aimOf(destination)
        return conversation !== undefined && keyOfConversation(conversation) === moved
      }
      const movedTo = destinationOf(to, around.ownId())
      batch(() => {
        for (const draft of drafts.all.peek()) {
          if (isMoved(draft.destination)) drafts.readdress(draft.key, movedTo)
        }
        if (isMoved(destination.peek())) destination.value = movedTo
      })
    },
    isWriting: (other) => other === key.peek() && text.peek() !== '',
    isBusy: () => text.peek() !== '' || uploads.list.peek().length > 0,
  }
}
