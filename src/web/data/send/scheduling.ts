import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { call } from '../api/call'
import { UnreachableError } from '../api/errors'
import { keyOfConversation } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import { alone, randomName } from './alone'
import type { Composer } from './composer'
import { destinationOf } from './destination'
import type { Drafts } from './drafts'
import type { Outbox } from './outbox'
import { keyOfScheduled } from './scheduled-key'
import type { ScheduledMessage } from '../records/state'
import {
  addScheduled,
  changeScheduled,
  conversationOfScheduled,
  removeScheduled,
  reschedule,
} from './later-calls'
import type { LaterMessage } from './later-calls'

/** The result of `schedule`, for its undo. */
export interface Scheduled extends LaterMessage {
  id: number
  /** Whether it changed a message that was scheduled before. */
  isChange: boolean
}

/** Sends the text of the compose box later. Its methods throw as `call`, and change nothing then. */
export interface Scheduling {
  /** Whether a call is on its way; the text in the box must not be sent meanwhile. */
  readonly isBusy: ReadonlySignal<boolean>
  /**
   * Schedules the text in the box, or saves it as the scheduled message that it belongs to; empties the box.
   * @returns undefined if the destination is incomplete, or another tab has just scheduled the same draft
   */
  schedule(at: number): Promise<Scheduled | undefined>
  /** Cancels a scheduled message and puts its text back into the box. */
  takeBack(scheduled: Scheduled): Promise<void>
  /** Opens the text of a scheduled message in the box; `schedule` saves it. */
  edit(message: ScheduledMessage): void
  /** The message whose text is in the box; undefined if it was sent or deleted meanwhile. */
  edited(): ScheduledMessage | undefined
  /** Sends a message through the outbox instead of at its time. */
  sendNow(message: ScheduledMessage): Promise<Conversation>
  /** Deletes a message. */
  remove(message: ScheduledMessage): Promise<void>
  /** Schedules a deleted message again; makes a draft of it if its time has passed. */
  restore(message: ScheduledMessage): Promise<void>
}

export interface SchedulingSurroundings {
  compose: Composer
  drafts: Drafts
  outbox: Outbox
  /** Scheduled messages, as a tracked signal read. */
  readScheduled(): readonly ScheduledMessage[]
  ownId(): number
}

/** A message whose scheduling got no answer: the server may have done it. */
interface Unanswered {
  message: LaterMessage
  /** Ids of the messages that were scheduled before. */
  earlier: ReadonlySet<number>
}

export function createScheduling(around: SchedulingSurroundings): Scheduling {
  const { compose, drafts, outbox, readScheduled, ownId } = around
  const isBusy = signal(false)
  let unanswered: Unanswered | undefined

  const edited = () => {
    const id = compose.scheduledId.value
    return readScheduled().find((message) => message.scheduled_message_id === id)
  }

  /** Schedules a message once, also if the answer to an earlier attempt was lost. */
  async function add(message: LaterMessage): Promise<number> {
    const before = unanswered && isSame(unanswered.message, message) ? unanswered : undefined
    const done = before && (await findDone(before))
    if (done) {
      unanswered = undefined
      const { scheduled_message_id: id } = done
      if (done.scheduled_delivery_timestamp !== message.at) await reschedule(id, message.at)
      return id
    }
    const earlier =
      before?.earlier ?? new Set(readScheduled().map((each) => each.scheduled_message_id))
    try {
      const id = await addScheduled(message, ownId())
      unanswered = undefined
      return id
    } catch (error) {
      unanswered = error instanceof UnreachableError ? { message, earlier } : undefined
      throw error
    }
  }

  async function findDone({ message, earlier }: Unanswered): Promise<ScheduledMessage | undefined> {
    const { scheduled_messages: known } = await call('GET /scheduled_messages')
    return known.find((each) => {
      const conversation = conversationOfScheduled(each, ownId())
      const other = { conversation, content: each.content, at: 0 }
      return !earlier.has(each.scheduled_message_id) && isSame(other, message)
    })
  }

  async function schedule(at: number): Promise<Scheduled | undefined> {
    const conversation = compose.aimOf(compose.destination.peek())
    if (!conversation) return undefined
    const key = compose.draftKey()
    const content = compose.text.peek().trimEnd()
    const message = { conversation, content, at }
    const before = edited()
    const isDraft = drafts.isKept(key)
    let id = before?.scheduled_message_id
    isBusy.value = true
    try {
      if (before) await changeScheduled(before.scheduled_message_id, message, ownId())
      await alone('schedule', async () => {
        // Another tab that has the same draft in its box may just have scheduled it.
        if (!before && (!isDraft || drafts.isKept(key))) id = await add(message)
        empty(key, content)
      })
      return id === undefined ? undefined : { ...message, id, isChange: before !== undefined }
    } finally {
      isBusy.value = false
    }
  }

  /** Removes a scheduled text. The reader may have gone on, to another message or in this one. */
  function empty(key: string, content: string): void {
    const isInBox = compose.draftKey() === key
    if (isInBox && compose.text.peek().trimEnd() === content) compose.finish()
    else if (!isInBox && drafts.get(key)?.content.trimEnd() === content) drafts.remove(key)
  }

  return {
    isBusy,
    schedule,
    edited,
    async takeBack(scheduled) {
      const { id } = scheduled
      // The message may have been changed since.
      const now = readScheduled().find((message) => message.scheduled_message_id === id)
      const conversation = now ? conversationOfScheduled(now, ownId()) : scheduled.conversation
      const { content } = now ?? scheduled
      await removeScheduled(id)
      const [key, destination] = [randomName(), destinationOf(conversation, ownId())]
      drafts.save(key, destination, content)
      compose.restore({ key, destination, content, timestamp: Date.now() / 1000 })
    },
    edit(message) {
      const key = keyOfScheduled(message.scheduled_message_id)
      const begun = drafts.get(key)
      const destination = destinationOf(conversationOfScheduled(message, ownId()), ownId())
      const { content } = message
      compose.restore(begun ?? { key, destination, content, timestamp: Date.now() / 1000 })
    },
    async sendNow(message) {
      const { scheduled_message_id: id, content } = message
      const conversation = conversationOfScheduled(message, ownId())
      try {
        await removeScheduled(id)
      } catch (error) {
        // The server may have deleted the message, so its text is kept here.
        if (error instanceof UnreachableError) {
          drafts.add(destinationOf(conversation, ownId()), content)
        }
        throw error
      }
      outbox.post(conversation, content)
      return conversation
    },
    async remove({ scheduled_message_id: id }) {
      await removeScheduled(id)
    },
    async restore(message) {
      const { content, scheduled_delivery_timestamp: at } = message
      const conversation = conversationOfScheduled(message, ownId())
      if (at > Date.now() / 1000) await addScheduled({ conversation, content, at }, ownId())
      else drafts.add(destinationOf(conversation, ownId()), content)
    },
  }
}

function isSame(one: LaterMessage, other: LaterMessage): boolean {
  return (
    one.content.trimEnd() === other.content.trimEnd() &&
    keyOfConversation(one.conversation) === keyOfConversation(other.conversation)
  )
}
