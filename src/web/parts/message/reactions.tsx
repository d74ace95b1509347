import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { groupReactions } from '../../data/emoji/reactions'
import type { ReactionGroup } from '../../data/emoji/reactions'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import styles from './reactions.module.css'

/** Max number of names; further users are counted. */
const mostNames = 8
/** Up to this many reactions show names beside the emoji, if the user has chosen that setting. */
const mostWithNames = 3

/** Reactions to a message; a click adds or removes the reader's own. */
export function Reactions({ message, isCurrent }: { message: Message; isCurrent: boolean }) {
  const { actions, store } = useApp()
  const ownId = store.state.user_id
  const showsNames =
    store.read('user_settings')['display_emoji_reaction_users'] &&
    message.reactions.length <= mostWithNames
  const nameOf = (id: number) =>
    id === ownId ? t.reactions.you : (store.user(id)?.full_name ?? t.reactions.somebody)

  function namesOf({ userIds }: ReactionGroup): string {
    const names = userIds.slice(0, mostNames).map(nameOf)
    const others = userIds.length - names.length
    return names.concat(others > 0 ? t.reactions.others(others) : []).join(', ')
  }

  return (
    <ul role="list" class={styles['reactions']} aria-label={t.reactions.name}>
      {groupReactions(message.reactions).map((group) => (
        <li key={group.key}>
          <button
            type="button"
            class={styles['reaction']}
            aria-pressed={group.userIds.includes(ownId)}
            aria-label={t.reactions.of(group.emoji_name.replaceAll('_', ' '), namesOf(group))}
            title={`${namesOf(group)}  :${group.emoji_name}:`}
            tabIndex={isCurrent ? 0 : -1}
            onClick={() => void actions.toggleReaction(message, group)}
          >
            <EmojiGlyph emoji={group} />
            <span class={styles['count']} aria-hidden="true">
              {showsNames ? namesOf(group) : group.userIds.length}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
