import { computed, effect, signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { Conversation } from '../records/conversation'
import { randomName } from './alone'
import { conversationOfDestination, nowhere } from './destination'
import type { Destination } from './destination'
import type { DraftEntry, Drafts } from './drafts'
import { scheduledIdOf } from './scheduled-key'
import { withoutPlaceholders, withReplaced } from './uploads'
import type { Uploads } from './uploads'

export interface ComposeBoxOptions {
  drafts: Drafts
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

/** The text in the box, its destination and its draft. The composer decides when each changes. */
interface ComposeBox {
  readonly isOpen: Signal<boolean>
  readonly destination: Signal<Destination>
  readonly text: ReadonlySignal<string>
  /** Key of the draft. */
  readonly key: ReadonlySignal<string>
  /** Id of the scheduled message whose text is in the box. */
  readonly scheduledId: ReadonlySignal<number | undefined>
  readonly uploads: Uploads
  write(text: string): void
  address(destination: Destination): void
  /** The conversation of a destination; undefined while the destination is incomplete. */
  aimOf(destination: Destination): Conversation | undefined
  /** The conversation of the destination; undefined if the destination is incomplete. */
  target(): Conversation | undefined
  /** Empties the box and keeps the text as a draft. */
  putAside(): void
  load(draft: DraftEntry): void
  /** Deletes the text and its draft. */
  drop(): void
}

const sessionName = 'parley.composing'

/** The box with the draft that this tab had open before a reload. */
export function createComposeBox(around: ComposeBoxOptions): ComposeBox {
  const { drafts, session } = around
  const isOpen = signal(false)
  const destination = signal<Destination>(nowhere)
  const text = signal('')
  const key = signal(randomName())

  const uploads = around.createUploads((placeholder, replacement) => {
    write(withReplaced(text.peek(), placeholder, replacement))
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

  function empty(): void {
    session?.removeItem(sessionName)
    text.value = ''
    key.value = randomName()
  }

  function putAside(): void {
    uploads.cancelAll()
    around.onWriting(undefined)
    drafts.flush()
    empty()
  }

  function drop(): void {
    uploads.cancelAll()
    around.onWriting(undefined)
    drafts.remove(key.peek())
    empty()
  }

  function load(draft: DraftEntry): void {
    key.value = draft.key
    destination.value = draft.destination
    text.value = withoutPlaceholders(draft.content)
    session?.setItem(sessionName, draft.key)
    isOpen.value = true
  }

  /** Applies a change or deletion of the current draft by another tab or client. */
  function follow(): void {
    const entry = drafts.all.value.find((draft) => draft.key === key.peek())
    if (text.peek() === '' || around.hasFocus()) return
    if (!entry) {
      // The unchanged text of a scheduled message is no draft.
      if (scheduledId.peek() === undefined) empty()
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
    key,
    scheduledId,
    uploads,
    write,
    address,
    aimOf,
    target,
    putAside,
    load,
    drop,
  }
}
