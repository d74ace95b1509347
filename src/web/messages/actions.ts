import { signal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { call } from '../api/call'
import * as t from '../i18n/en'
import type { Toasts } from '../parts/toast/toasts'
import type { State } from '../store/state'
import { narrowTo } from '../narrow/narrow'
import type { Navigation } from '../navigation/navigation'
import { conversationOfMessage } from './message'
import type { Message } from './message'
import { quoteOf } from './quote'
import type { ReadMarks } from './read-marks'
import { groupReactions, keyOfEmoji } from './reactions'
import type { Emoji } from './reactions'
import { toggledTopic } from './resolved'
import { fetchSource } from './source'

export interface UnsavedEdit {
  /** What the message said when the editing began. */
  base: string
  text: string
}

/** What one does with a message at once, without a dialog; what fails is told in a toast. */
export interface MessageActions {
  /** The message that is being edited in its place. */
  readonly editing: Signal<number | undefined>
  /** What was typed in editors that were closed, or scrolled away, by message. */
  readonly unsavedEdits: Map<number, UnsavedEdit>
  /** Adds a reaction of one's own, or takes it back. */
  toggleReaction(message: Message, emoji: Emoji): Promise<void>
  toggleStar(message: Message): Promise<void>
  /** Goes to the message's conversation, to write there. */
  reply(message: Message): void
  /** The same, with what the message says as a quote. */
  quote(message: Message): Promise<void>
  /** Makes it unread again, with all that came after it in its conversation. */
  markUnreadFrom(message: Message): Promise<void>
  /** Resolves the message's topic, or opens it again. */
  toggleResolved(message: Message): Promise<void>
  copyLink(message: Message): Promise<void>
}

interface Quoting {
  reply(message: Message): void
  quote(message: Message, text: string): void
}

interface Parts {
  toasts: Toasts
  navigation: Pick<Navigation, 'go' | 'hrefOf'>
  reads: Pick<ReadMarks, 'markUnreadFrom'>
  /** Does something where messages are written, as soon as one can write. */
  withCompose(act: (compose: Quoting) => void): void
  stateNow: () => Readonly<State>
}

export function createMessageActions(parts: Parts): MessageActions {
  const { toasts, navigation, reads, withCompose, stateNow } = parts
  const ownId = () => stateNow().user_id
  const narrowOf = (message: Message) => narrowTo(conversationOfMessage(message, ownId()))
  const linkTo = (message: Message) =>
    navigation.hrefOf({ view: 'narrow', narrow: narrowOf(message), near: message.id })

  async function attempt(failure: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      toasts.fail(failure, error)
    }
  }

  return {
    editing: signal<number | undefined>(undefined),
    unsavedEdits: new Map(),

    toggleReaction(message, emoji) {
      const group = groupReactions(message.reactions).find(({ key }) => key === keyOfEmoji(emoji))
      const method = group?.userIds.includes(ownId()) ? 'DELETE' : 'POST'
      return attempt(t.messageFailures.react, () =>
        call(method, `/messages/${message.id}/reactions`, {
          emoji_name: emoji.emoji_name,
          emoji_code: emoji.emoji_code,
          reaction_type: emoji.reaction_type,
        }),
      )
    },

    toggleStar(message) {
      return attempt(t.messageFailures.star, () =>
        call('POST', '/messages/flags', {
          messages: [message.id],
          op: message.flags.includes('starred') ? 'remove' : 'add',
          flag: 'starred',
        }),
      )
    },

    reply(message) {
      withCompose((compose) => {
        compose.reply(message)
      })
    },

    quote(message) {
      return attempt(t.messageFailures.quote, async () => {
        const text = await fetchSource(message.id)
        const quoted = {
          senderId: message.sender_id,
          senderName: message.sender_full_name,
          link: linkTo(message),
          text,
        }
        const quote = quoteOf(quoted, t.messageActions.said)
        withCompose((compose) => {
          compose.quote(message, quote)
        })
      })
    },

    markUnreadFrom(message) {
      return attempt(t.messageFailures.unread, () =>
        reads.markUnreadFrom(narrowOf(message), message.id),
      )
    },

    toggleResolved(message) {
      return attempt(t.messageFailures.resolve, () =>
        call('PATCH', `/messages/${message.id}`, {
          topic: toggledTopic(message.subject, Number(stateNow()['max_topic_length'])),
          propagate_mode: 'change_all',
          send_notification_to_new_thread: true,
        }),
      )
    },

    copyLink(message) {
      return attempt(t.messageFailures.copyLink, async () => {
        await navigator.clipboard.writeText(new URL(linkTo(message), location.href).href)
        toasts.say(t.messageActions.linkCopied)
      })
    },
  }
}
