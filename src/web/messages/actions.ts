import { signal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { call } from '../api/call'
import { t } from '../i18n/t'
import type { Toasts } from '../parts/toast/toasts'
import { narrowTo } from '../narrow/narrow'
import type { Navigation } from '../navigation/navigation'
import { conversationOfMessage } from './message'
import type { Message } from './message'
import { groupReactions, keyOfEmoji } from './reactions'
import type { Emoji } from './reactions'

/** What one does with a message at once, without a dialog; what fails is told in a toast. */
export interface MessageActions {
  /** The message that is being edited in its place. */
  readonly editing: Signal<number | undefined>
  /** Adds a reaction of one's own, or takes it back. */
  toggleReaction(message: Message, emoji: Emoji): Promise<void>
  toggleStar(message: Message): Promise<void>
  /** Goes to the message's conversation, to write there. */
  reply(message: Message): void
}

interface Parts {
  toasts: Toasts
  navigation: Pick<Navigation, 'go'>
  ownId: () => number
}

export function createMessageActions({ toasts, navigation, ownId }: Parts): MessageActions {
  async function attempt(failure: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      toasts.fail(failure, error)
    }
  }

  return {
    editing: signal<number | undefined>(undefined),

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
      const narrow = narrowTo(conversationOfMessage(message, ownId()))
      navigation.go({ view: 'narrow', narrow, near: message.id })
    },
  }
}
