import { contains } from '../../lib/fold'
import { useSignal } from '@preact/signals'
import { useApp } from '../../context/app'
import { namePrivate } from '../../data/conversations/names'
import * as t from '../../texts/catalog'
import { conversationOf, keyOfConversation, narrowTo } from '../../data/narrow/narrow'
import type { Conversation } from '../../data/records/conversation'
import { PresenceDot } from '../avatar/presence-dot'
import { Count } from '../../ui/count/count'
import { Icon } from '../../ui/icon/icon'
import { Section } from './section'
import { useScrolledIntoView, useIsCurrent } from './use-is-current'
import styles from './sidebar.module.css'

/** Max number of rows until the reader expands the list; conversations with unread messages are always shown. */
const usuallyShown = 6

/** Private conversations, the newest first. */
export function PrivateList({ words }: { words: string }) {
  const { store, navigation, current, unreadConversations } = useApp()
  const showsAll = useSignal(false)
  const unread = unreadConversations.private.value.map(({ conversation }) => conversation)
  const unreadKeys = new Set(unread.map(keyOfConversation))
  const recent = store
    .read('recent_private_conversations')
    .map(({ user_ids: userIds }): Conversation => ({ kind: 'private', userIds }))
  // Unread conversations keep their position when they are read, so that rows do not move under the pointer.
  const recentKeys = new Set(recent.map(keyOfConversation))
  const known = [...recent, ...unread.filter((one) => !recentKeys.has(keyOfConversation(one)))]
  const place = navigation.route.value
  const open = place.view === 'narrow' ? conversationOf(place.narrow) : undefined
  // A conversation without messages exists only in the address.
  const isNew = open?.kind === 'private' && !known.some(isCurrent)
  const all = isNew ? [open, ...known] : known
  const found = all.filter((one) => contains(nameOf(one), words))
  const isWhole = showsAll.value || words !== ''
  const shown = found.filter(
    (one, index) =>
      isWhole || index < usuallyShown || unreadKeys.has(keyOfConversation(one)) || isCurrent(one),
  )
  if (found.length === 0) return null

  function isCurrent(conversation: Conversation): boolean {
    return keyOfConversation(conversation) === current.key.value
  }

  const rows = (conversations: readonly Conversation[]) => (
    <ul role="list">
      {conversations.map((conversation) => (
        <PrivateRow key={keyOfConversation(conversation)} conversation={conversation} />
      ))}
    </ul>
  )

  function nameOf(conversation: Conversation): string {
    return conversation.kind === 'private' ? namePrivate(store, conversation.userIds) : ''
  }

  return (
    <Section
      fold="private"
      title={t.sidebar.privateConversations}
      isForced={words !== ''}
      chosen={rows(found.filter(isCurrent))}
    >
      {rows(shown)}
      {shown.length < found.length && (
        <button type="button" class={styles['more']} onClick={() => (showsAll.value = true)}>
          {t.sidebar.more(found.length - shown.length)}
        </button>
      )}
    </Section>
  )
}

function PrivateRow({ conversation }: { conversation: Conversation }) {
  const { store, navigation } = useApp()
  const key = keyOfConversation(conversation)
  const isCurrent = useIsCurrent(key)
  const userIds = conversation.kind === 'private' ? conversation.userIds : []
  const name = namePrivate(store, userIds)
  const unread = store.unread.of(conversation)
  const row = useScrolledIntoView(isCurrent)
  const [only] = userIds.length === 1 ? userIds : []
  return (
    <li>
      <a
        ref={row}
        class={`row-link ${styles['row']}`}
        href={navigation.hrefOf({ view: 'narrow', narrow: narrowTo(conversation) })}
        aria-label={t.sidebar.withUnread(name, unread)}
        aria-current={isCurrent ? 'page' : undefined}
        title={name}
      >
        <span class={styles['sign']}>
          {only === undefined ? (
            <Icon name={userIds.length === 0 ? 'file-pen' : 'users'} />
          ) : store.user(only)?.is_bot ? (
            <Icon name="bot" />
          ) : (
            <PresenceDot status={store.presenceOf(only)} />
          )}
        </span>
        <span class={`row-name ${styles['name']}`}>{name}</span>
        <Count count={unread} isPersonal />
      </a>
    </li>
  )
}
