import { signal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { call } from '../api/call'
import { copyText } from '../clipboard/copy-text'
import * as t from '../../texts/catalog'
import type { Toasts } from '../../lib/toasts'
import type { State } from '../records/state'
import { narrowTo } from '../narrow/narrow'
import type { Navigation } from '../navigation/navigation'
import { conversationOfMessage } from '../records/message'
import type { Message } from '../records/message'
import type { ReadMarks } from './read-marks'
import { groupReactions, keyOfEmoji } from '../emoji/reactions'
import type { Emoji } from '../emoji/reactions'
import { toggledTopic } from '../../../shared/rules/topics'

export interface UnsavedEdit {
  /** Text of the message when editing began. */
  base: string
  text: string
}

/** One-click actions on messages; failures are shown as toasts. */
export interface MessageActions {
  /** Id of the message that is open in the inline editor. */
  readonly editing: Signal<number | undefined>
  /** Unsaved texts of editors that were closed or scrolled away, by message id. */
  readonly unsavedEdits: Map<number, UnsavedEdit>
  /** Adds the reader's reaction, or removes it. */
  toggleReaction(message: Message, emoji: Emoji): Promise<void>
  toggleStar(message: Message): Promise<void>
  /** Opens the compose box in the message's conversation. */
  reply(message: Message): void
  /** Marks the message and all later ones in its conversation as unread. */
  markUnreadFrom(message: Message): Promise<void>
  /** Resolves the message's topic, or reopens it. */
  toggleResolved(message: Message): Promise<void>
  copyLink(message: Message): Promise<void>
}

interface Replying {
  reply(message: Message): void
}

interface Parts {
  toasts: Toasts
  navigation: Pick<Navigation, 'go' | 'hrefOf'>
  reads: Pick<ReadMarks, 'markUnreadFrom'>
  /** Calls `act` with the compose box, once its lazy chunk is loaded. */
  withCompose(act: (compose: Replying) => void): void
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
      const endpoint = `${method} /messages/{message_id}/reactions` as const
      return attempt(t.messageFailures.react, () =>
        call(endpoint, {
          message_id: message.id,
          emoji_name: emoji.emoji_name,
          emoji_code: emoji.emoji_code,
          reaction_type: emoji.reaction_type,
        }),
      )
    },

    toggleStar(message) {
      return attempt(t.messageFailures.star, () =>
        call('POST /messages/flags', {
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

    markUnreadFrom(message) {
      return attempt(t.messageFailures.unread, () =>
        reads.markUnreadFrom(narrowOf(message), message.id),
      )
    },

    toggleResolved(message) {
      return attempt(t.messageFailures.resolve, () =>
        call('PATCH /messages/{message_id}', {
          message_id: message.id,
          topic: toggledTopic(message.subject),
          propagate_mode: 'change_all',
          send_notification_to_new_thread: true,
        }),
      )
    },

    copyLink(message) {
      return attempt(t.messageFailures.copyLink, async () => {
        await copyText(new URL(linkTo(message), location.href).href)
        toasts.say(t.messageActions.linkCopied)
      })
    },
  }
}
