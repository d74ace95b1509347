import { batch, computed, effect, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import * as t from '../../texts/catalog'
import { conversationOfMessage } from '../messages/message'
import type { Message } from '../messages/message'
import { quoteOf } from '../messages/quote'
import { conversationOf, keyOfConversation, keyOfNarrow, streamOf } from '../narrow/narrow'
import type { Conversation, Narrow } from '../narrow/narrow'
import { randomName } from './alone'
import { conversationOfDestination, destinationOf, nowhere } from './destination'
import type { Destination } from './destination'
import type { DraftEntry, Drafts } from './drafts'
import type { Outbox } from './outbox'
import { scheduledIdOf } from './scheduled-key'
import { withoutPlaceholders } from './uploads'
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
  /** The field that should take the focus; undefined once it has it. */
  readonly focusWanted: ReadonlySignal<ComposeField | undefined>
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

export interface ComposerSurroundings {
  drafts: Drafts
  outbox: Outbox
  createUploads(replace: (placeholder: string, replacement: string) => void): Uploads
  ownId(): number
  /** The topic of messages without a topic in a stream; undefined if it takes none. */
  topicForNone(streamId: number): string | undefined
  /** Reports the conversation while the user types, for typing notices; undefined when the text is empty. */
  onWriting(conversation: Conversation | undefined): void
  /** Stores the key of the open draft across reloads of this tab. */
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Whether the message field has the focus. */
  hasFocus(): boolean
  ended: AbortSignal
}

const sessionName = 'parley.composing'

export function createComposer(around: ComposerSurroundings): Composer {
  const { drafts, outbox, session } = around
  const isOpen = signal(false)
  const destination = signal<Destination>(nowhere)
  const text = signal('')
  const focusWanted = signal<ComposeField | undefined>(undefined)
  const placeConversation = signal<Conversation | undefined>(undefined)
  let placeKey: string | undefined
  let placeStream: number | undefined
  let showsMessages = false
  const key = signal(randomName())

  const uploads = around.createUploads((placeholder, replacement) => {
    const before = text.peek()
    const isThere = before.includes(placeholder)
    const after = before.replace(placeholder, () => replacement)
    // A failed upload leaves no blanks behind, which would count as a begun message.
    if (isThere) write(after.trim() === '' ? '' : after)
    // The user has deleted the placeholder: append the link, so that the upload is not lost.
    else if (replacement !== '') write(before === '' ? replacement : `${before}\n${replacement}`)
  })

  const scheduledId = computed(() => scheduledIdOf(key.value))
  const aimOf = (to: Destination) =>
    conversationOfDestination(to, around.ownId(), around.topicForNone)
  const target = () => aimOf(destination.peek())

  function keep(): void {
    drafts.save(key.peek(), destination.peek(), text.peek())
    if (text.peek() === '') session?.removeItem(sessionName)
    else session?.setItem(sessionName, key.peek())
  }

  function write(changed: string): void {
    if (changed === text.peek()) return
    text.value = changed
    keep()
    around.onWriting(changed.trim() === '' ? undefined : target())
  }

  function address(to: Destination): void {
    destination.value = to
    if (text.peek() !== '') keep()
  }

  function focus(field: ComposeField): void {
    focusWanted.value = field
  }

  /** Empties the box and keeps the text as a draft. */
  function putAside(): void {
    uploads.cancelAll()
    around.onWriting(undefined)
    drafts.flush()
    session?.removeItem(sessionName)
    text.value = ''
    key.value = randomName()
  }

  function load(draft: DraftEntry): void {
    key.value = draft.key
    destination.value = draft.destination
    text.value = withoutPlaceholders(draft.content)
    session?.setItem(sessionName, draft.key)
    isOpen.value = true
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

  /** Deletes the text and its draft. */
  function drop(): void {
    uploads.cancelAll()
    around.onWriting(undefined)
    drafts.remove(key.peek())
    session?.removeItem(sessionName)
    text.value = ''
    key.value = randomName()
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

  /** Applies a change or deletion of the current draft by another tab or client. */
  function follow(): void {
    const entry = drafts.all.value.find((draft) => draft.key === key.peek())
    if (text.peek() === '' || around.hasFocus()) return
    if (!entry) {
      // The unchanged text of a scheduled message is no draft.
      if (scheduledId.peek() !== undefined) return
      session?.removeItem(sessionName)
      text.value = ''
      key.value = randomName()
    } else if (entry.content !== text.peek().trimEnd() && entry.content !== text.peek()) {
      text.value = entry.content
      destination.value = entry.destination
    }
  }

  const last = session?.getItem(sessionName)
  const begun = typeof last === 'string' ? drafts.get(last) : undefined
  if (begun) load(begun)
  const stopFollowing = effect(follow)
  around.ended.addEventListener('abort', stopFollowing)

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
