import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useApp } from '../../app'
import { byName } from '../../conversations/names'
import type { UnreadConversation } from '../../conversations/unread-conversations'
import { t } from '../../i18n/t'
import { keyOfConversation } from '../../narrow/narrow'
import { Icon } from '../../parts/icon/icon'
import { useListKeys } from '../../parts/list-keys/use-list-keys'
import { InboxRow } from './inbox-row'
import { StreamHeading } from './stream-heading'
import { useNewestMessages } from './use-newest-messages'
import styles from './inbox-screen.module.css'

interface Group {
  streamId: number
  topics: readonly UnreadConversation[]
}

/** What is unread, by conversation: private ones first, then by stream. What is muted does not call. */
export function InboxScreen() {
  const { store, unreadConversations } = useApp()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  const privates = unreadConversations.private.value
  const groups = useComputed(() => groupsOf(unreadConversations.byStream.value)).value
  useNewestMessages([privates, ...groups.map(({ topics }) => topics)].flat())

  function groupsOf(byStream: ReadonlyMap<number, readonly UnreadConversation[]>): Group[] {
    const heard = [...byStream].map(([streamId, topics]) => ({
      streamId,
      topics: topics.filter(
        ({ conversation }) =>
          conversation.kind === 'topic' && !store.isTopicMuted(streamId, conversation.topic),
      ),
    }))
    return heard.filter(({ topics }) => topics.length > 0).sort(byPlace)
  }

  function byPlace(a: Group, b: Group): number {
    const [one, other] = [store.subscription(a.streamId), store.subscription(b.streamId)]
    const isPinned = Number(other?.pin_to_top ?? false) - Number(one?.pin_to_top ?? false)
    return isPinned || byName(one?.name ?? '', other?.name ?? '')
  }

  return (
    <div ref={list} class={styles['screen']}>
      <h1>{t.views.inbox}</h1>
      {privates.length === 0 && groups.length === 0 && <AllRead />}
      {privates.length > 0 && (
        <section class={styles['group']} aria-labelledby="inbox-private">
          <div class={styles['heading']}>
            <Icon name="mail" />
            <h2 id="inbox-private">{t.sidebar.privateConversations}</h2>
          </div>
          <Rows conversations={privates} />
        </section>
      )}
      {groups.map(({ streamId, topics }) => (
        <section key={streamId} class={styles['group']} aria-labelledby={`inbox-${streamId}`}>
          <StreamHeading streamId={streamId} id={`inbox-${streamId}`} />
          <Rows conversations={topics} />
        </section>
      ))}
      {store.read('unread_msgs').old_unreads_missing && (
        <p class={styles['note']}>{t.inbox.olderMissing}</p>
      )}
    </div>
  )
}

function Rows({ conversations }: { conversations: readonly UnreadConversation[] }) {
  return (
    <ul role="list" class={styles['rows']}>
      {conversations.map((unread) => (
        <InboxRow key={keyOfConversation(unread.conversation)} unread={unread} />
      ))}
    </ul>
  )
}

function AllRead() {
  const { navigation } = useApp()
  return (
    <div class={styles['empty']}>
      <Icon name="circle-check" />
      <p class={styles['calm']}>{t.inbox.allRead}</p>
      <p>{t.inbox.whatComes}</p>
      <a href={navigation.hrefOf({ view: 'recent' })}>{t.views.recent}</a>
    </div>
  )
}
