import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { byPlace } from '../../data/conversations/stream-order'
import type { UnreadConversation } from '../../data/conversations/unread-conversations'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { keyOfConversation } from '../../data/narrow/narrow'
import type { Narrow } from '../../data/narrow/narrow'
import { Icon } from '../../ui/icon/icon'
import { markFirstScreenShown } from '../../lib/first-screen'
import { lazy, lazyScreen } from '../../parts/lazy/lazy'
import { useListKeys } from '../../ui/list-keys/use-list-keys'
import { InboxRow } from './inbox-row'
import { StreamHeading } from './stream-heading'
import { useNewestMessages } from './use-newest-messages'
import styles from './inbox-screen.module.css'

const FeedTools = lazy((parts) => parts.FeedTools)
const SecondFactorNotice = lazy((parts) => parts.SecondFactorNotice)
const FirstSteps = lazyScreen((parts) => parts.FirstSteps)

/** Narrow of the combined feed: like the inbox, without muted conversations. */
const everything: Narrow = []
/** Max streams until the reader asks for all. */
const fewStreams = 50

interface Group {
  streamId: number
  topics: readonly UnreadConversation[]
}

/** Inbox: unread conversations, private ones first, then by stream, without muted ones. */
export function InboxScreen() {
  const { store, unreadConversations } = useApp()
  const list = useRef<HTMLDivElement>(null)
  const mostShown = useSignal(fewStreams)
  useListKeys(list)
  useEffect(markFirstScreenShown, [])
  const privates = unreadConversations.private.value
  const groups = useComputed(() => groupsOf(unreadConversations.byStream.value)).value
  const newestOf = useNewestMessages([privates, ...groups.map(({ topics }) => topics)].flat())

  function groupsOf(byStream: ReadonlyMap<number, readonly UnreadConversation[]>): Group[] {
    const heard = [...byStream].map(([streamId, topics]) => ({
      streamId,
      topics: topics.filter(
        ({ conversation }) =>
          conversation.kind === 'topic' && !store.isTopicMuted(streamId, conversation.topic),
      ),
    }))
    return heard.filter(({ topics }) => topics.length > 0).sort(inOrder)
  }

  function inOrder(a: Group, b: Group): number {
    const [one, other] = [store.subscription(a.streamId), store.subscription(b.streamId)]
    return one && other ? byPlace(one, other) : 0
  }

  return (
    <div ref={list} class={styles['screen']}>
      <div class={styles['title']}>
        <h1>{t.views.inbox}</h1>
        <FeedTools narrow={everything} />
      </div>
      {store
        .read('onboarding_steps')
        .some(({ name }) => name === 'parley_setup' || name === 'parley_tour') && <FirstSteps />}
      {store.read('realm_two_factor_required') !== 'nobody' && <SecondFactorNotice />}
      {privates.length === 0 && groups.length === 0 && <AllRead />}
      {privates.length > 0 && (
        <section class={styles['group']}>
          <div class={`row ${styles['heading']}`}>
            <Icon name="mail" />
            <h2>{t.sidebar.privateConversations}</h2>
          </div>
          <Rows conversations={privates} newestOf={newestOf} />
        </section>
      )}
      {groups.slice(0, mostShown.value).map(({ streamId, topics }) => (
        <section key={streamId} class={styles['group']}>
          <StreamHeading streamId={streamId} />
          <Rows conversations={topics} newestOf={newestOf} />
        </section>
      ))}
      {groups.length > mostShown.value && (
        <button type="button" class="button" onClick={() => (mostShown.value = Infinity)}>
          {t.sidebar.more(groups.length - mostShown.value)}
        </button>
      )}
      {store.read('unread_msgs').old_unreads_missing && (
        <p class="row-note">{t.inbox.olderMissing}</p>
      )}
    </div>
  )
}

interface RowsProps {
  conversations: readonly UnreadConversation[]
  newestOf: (unread: UnreadConversation) => Message | undefined
}

function Rows({ conversations, newestOf }: RowsProps) {
  return (
    <ul role="list" class={styles['rows']}>
      {conversations.map((unread) => (
        <InboxRow
          key={keyOfConversation(unread.conversation)}
          unread={unread}
          newest={newestOf(unread)}
        />
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
