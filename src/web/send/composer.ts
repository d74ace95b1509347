import { batch, effect, signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { conversationOfMessage } from '../messages/message'
import type { Message } from '../messages/message'
import { conversationOf, keyOfConversation, keyOfNarrow, streamOf } from '../narrow/narrow'
import type { Conversation, Narrow } from '../narrow/narrow'
import { randomName } from './alone'
import { conversationOfDestination, destinationOf, nowhere } from './destination'
import type { Destination } from './destination'
import type { DraftEntry, Drafts } from './drafts'
import type { Outbox } from './outbox'
import { withoutPlaceholders } from './uploads'
import type { Uploads } from './uploads'

/** Where the person who writes is to go on. */
export type ComposeField = 'stream' | 'topic' | 'people' | 'message'

/**
 * The one message that is being written, wherever the app is. Each change is kept as a draft at once.
 */
export interface Composer {
  readonly isOpen: ReadonlySignal<boolean>
  readonly destination: ReadonlySignal<Destination>
  readonly text: ReadonlySignal<string>
  /** The field that is to take the focus, until it has it. */
  readonly focusWanted: ReadonlySignal<ComposeField | undefined>
  tookFocus(): void
  readonly uploads: Uploads

  write(text: string): void
  address(destination: Destination): void

  /** Writes to a conversation. @param text to be added to what is there */
  open(conversation: Conversation, text?: string): void
  reply(message: Message): void
  quote(message: Message, text: string): void
  newTopic(streamId?: number): void
  newPrivate(userIds?: readonly number[]): void
  /** Goes on with a draft; what is being written becomes one. */
  restore(draft: DraftEntry): void
  /** Puts what is being written aside, as a draft. */
  close(): void
  /** Deletes what is being written. */
  discard(): void
  /** Hands it over to the outbox. */
  send(): Conversation | undefined

  /** The conversation of the place that the reader is at, if it is of one. */
  readonly placeConversation: ReadonlySignal<Conversation | undefined>
  /** The reader is somewhere else: what is being written stays. @param narrow undefined for views without one */
  visit(narrow: Narrow | undefined): void
  /** Takes the place's own conversation up; what is being written becomes a draft. */
  writeHere(): void
  /** A conversation is somewhere else now: so is all that was begun for it. */
  followMove(from: Conversation, to: Conversation): void
  /** Whether a draft is the one that is being written. */
  isWriting(key: string): boolean
  /** Whether a reload would take something from the person who writes. */
  isBusy(): boolean
}

export interface ComposerSurroundings {
  drafts: Drafts
  outbox: Outbox
  createUploads(replace: (placeholder: string, replacement: string) => void): Uploads
  ownId(): number
  /** Tells what is typed for whom, for typing notices. */
  onWriting(conversation: Conversation | undefined): void
  /** Remembers across a reload of this tab which draft was open. */
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Whether the person is in the field at the moment. */
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
  /** Of the draft that the text is. */
  let key = randomName()

  const uploads = around.createUploads((placeholder, replacement) => {
    const before = text.peek()
    const isThere = before.includes(placeholder)
    if (isThere) write(before.replace(placeholder, () => replacement))
    // A link is worth more than its place.
    else if (replacement !== '') write(before === '' ? replacement : `${before}\n${replacement}`)
  })

  const target = () => conversationOfDestination(destination.peek(), around.ownId())

  function keep(): void {
    drafts.save(key, destination.peek(), text.peek())
    if (text.peek() === '') session?.removeItem(sessionName)
    else session?.setItem(sessionName, key)
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

  /** Leaves what is being written as the draft that it is. */
  function putAside(): void {
    uploads.cancelAll()
    around.onWriting(undefined)
    drafts.flush()
    session?.removeItem(sessionName)
    text.value = ''
    key = randomName()
  }

  function load(draft: DraftEntry): void {
    key = draft.key
    destination.value = draft.destination
    text.value = withoutPlaceholders(draft.content)
    session?.setItem(sessionName, key)
    isOpen.value = true
  }

  function begin(to: Destination): void {
    if (text.peek() !== '') putAside()
    destination.value = to
    const conversation = target()
    const draft = conversation && draftOf(conversation)
    if (draft) load(draft)
    isOpen.value = true
  }

  function draftOf(conversation: Conversation): DraftEntry | undefined {
    const wanted = keyOfConversation(conversation)
    return drafts.all.peek().find((draft) => {
      const other = conversationOfDestination(draft.destination, around.ownId())
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

  /** Nothing is being written: as the place has it. */
  function settle(): void {
    const here = placeConversation.peek()
    if (here) begin(destinationOf(here, around.ownId()))
    else isOpen.value = false
  }

  /** After a message is gone, the next one is for the same conversation, or for the one that the place shows. */
  function goOn(): void {
    if (placeConversation.peek() || !showsMessages) settle()
  }

  function visit(narrow: Narrow | undefined): void {
    const visited = narrow ? keyOfNarrow(narrow) : ''
    // Another message of the same view.
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

  /** The draft was changed or deleted elsewhere, by another tab or client. */
  function follow(): void {
    const entry = drafts.all.value.find((draft) => draft.key === key)
    if (text.peek() === '' || around.hasFocus()) return
    if (!entry) {
      session?.removeItem(sessionName)
      text.value = ''
      key = randomName()
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
    quote(message, quoted) {
      open(conversationOfMessage(message, around.ownId()), quoted)
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
        if (draft.key !== key && text.peek() !== '') putAside()
        load(draft)
        focus('message')
      })
    },
    close() {
      batch(() => {
        if (text.peek() !== '') putAside()
        isOpen.value = false
      })
    },
    discard() {
      batch(() => {
        uploads.cancelAll()
        around.onWriting(undefined)
        drafts.remove(key)
        session?.removeItem(sessionName)
        text.value = ''
        key = randomName()
        settle()
      })
    },
    send() {
      const conversation = target()
      if (!conversation || text.peek().trim() === '') return undefined
      batch(() => {
        around.onWriting(undefined)
        // The outbox keeps it before the draft goes: at no moment is it nowhere.
        outbox.post(conversation, text.peek().trimEnd())
        drafts.remove(key)
        session?.removeItem(sessionName)
        text.value = ''
        key = randomName()
        goOn()
      })
      return conversation
    },
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
        const conversation = conversationOfDestination(destination, around.ownId())
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
    isWriting: (other) => other === key && text.peek() !== '',
    isBusy: () => text.peek() !== '' || uploads.list.peek().length > 0,
  }
}
