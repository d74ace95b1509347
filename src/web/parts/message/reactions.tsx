import { useApp } from '../../app'
import * as t from '../../i18n/en'
import type { Message } from '../../messages/message'
import { groupReactions } from '../../messages/reactions'
import type { ReactionGroup } from '../../messages/reactions'
import { EmojiGlyph } from '../emoji/emoji-glyph'
import styles from './reactions.module.css'

/** As many are told by name; of more, how many there are. */
const mostNames = 8
/** Of fewer reactions, the names stand beside the signs, for those who have chosen so. */
const mostWithNames = 3

/** The reactions to a message; one's own is taken back by a click, that of others joined. */
export function Reactions({ message, isCurrent }: { message: Message; isCurrent: boolean }) {
  const { actions, store } = useApp()
  const ownId = store.state.user_id
  const showsNames =
    store.read('user_settings')['display_emoji_reaction_users'] === true &&
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
