import { useApp } from '../../context/app'
import type { SwitcherEntry } from '../../data/switcher/rank'
import * as t from '../../texts/catalog'
import { Count } from '../../ui/count/count'
import { Mark } from '../typeahead/suggestion-list'
import type { Suggestion } from '../typeahead/suggestion'
import styles from './switcher.module.css'

interface SwitcherOptionProps {
  id: string
  entry: SwitcherEntry
  isChosen: boolean
  onChoose: () => void
}

/** A row of the switcher: name, kind or stream, and unread count. */
export function SwitcherOption({ id, entry, isChosen, onChoose }: SwitcherOptionProps) {
  const { store } = useApp()
  const { destination, name } = entry
  const conversation = destination.kind === 'conversation' ? destination.conversation : undefined
  const unread = conversation
    ? store.unread.of(conversation)
    : destination.kind === 'stream'
      ? store.unread.ofStream(destination.streamId)
      : 0
  const { mark, hint } = describe(entry, store)
  return (
    <div id={id} class={styles['option']} role="option" aria-selected={isChosen} onClick={onChoose}>
      <span class={styles['mark']}>
        <Mark mark={mark} />
      </span>
      <bdi class={styles['name']}>{name}</bdi>
      <bdi class={styles['hint']}>{hint}</bdi>
      {unread > 0 && <span class="visually-hidden">{t.switcher.unread(unread)}</span>}
      <Count count={unread} isPersonal={conversation?.kind === 'private'} />
    </div>
  )
}

interface Description {
  mark: Suggestion['mark']
  hint: string | undefined
}

function describe(
  { destination, place }: SwitcherEntry,
  store: ReturnType<typeof useApp>['store'],
): Description {
  const { kinds } = t.switcher
  switch (destination.kind) {
    case 'view':
      return { mark: { icon: 'layers' }, hint: kinds.view }
    case 'command':
      return { mark: { icon: 'play' }, hint: kinds.command }
    case 'settings':
      return { mark: { icon: 'settings' }, hint: place }
    case 'stream':
      return {
        mark: streamMark(destination.streamId, store),
        hint:
          store.stream(destination.streamId)?.is_archived === true ? kinds.archived : kinds.stream,
      }
    case 'conversation': {
      const { conversation } = destination
      if (conversation.kind === 'topic') {
        return { mark: streamMark(conversation.streamId, store), hint: place }
      }
      const [userId, ...others] = conversation.userIds
      if (userId === undefined) return { mark: { icon: 'file-pen' }, hint: undefined }
      if (others.length > 0) return { mark: { icon: 'users' }, hint: kinds.group }
      const isBot = store.user(userId)?.is_bot === true
      return { mark: { userId }, hint: isBot ? kinds.bot : kinds.person }
    }
  }
}

function streamMark(
  streamId: number,
  store: ReturnType<typeof useApp>['store'],
): Suggestion['mark'] {
  if (store.stream(streamId)?.invite_only === true) return { icon: 'lock' }
  const color = store.subscription(streamId)?.color
  return color === undefined ? { icon: 'hash' } : { color }
}
