import { computed, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { StretchState } from '../../data/messages/stretch-state'
import { conversationOf, keyOfNarrow, streamOf } from '../../data/narrow/narrow'
import type { Conversation } from '../../data/records/conversation'
import type { NarrowAddress } from '../../data/narrow/hash'
import type { Visit } from '../../data/navigation/navigation'
import { markFirstScreenShown } from '../../lib/first-screen'
import { lazy } from '../../parts/lazy/lazy'
import { ConversationLink } from './conversation-link'
import { Feed } from './feed'
import { FeedHeader } from './feed-header'
import { nameNarrow } from './narrow-name'
import { findMoved, openFetched, openHeld } from './opening'
import type { Opening } from './opening'
import styles from './feed-screen.module.css'

const EmptyFeed = lazy((parts) => parts.EmptyFeed)
const UnknownStream = lazy((parts) => parts.UnknownStream, { isUrgent: true })
const PendingMessages = lazy((parts) => parts.PendingMessages)

/** Screen of a narrow: heading and feed. */
export function FeedScreen({ place }: { place: NarrowAddress }) {
  const { store, stretches, addressBook, writing, connection } = useApp()
  const { narrow } = place
  const stretch = useMemo(() => stretches.of(narrow), [stretches, keyOfNarrow(narrow)])
  const { visit, opening } = useOpening(place)
  const hasNone = useMemo(() => computed(() => isWholeAndEmpty(stretch.state.value)), [stretch])
  useEffect(() => {
    if (opening) markFirstScreenShown()
  }, [opening])
  const name = nameNarrow(narrow, store, addressBook)
  const stream = streamOf(narrow)
  const isUnknown =
    stream !== undefined && (typeof stream === 'string' || store.stream(stream) === undefined)
  if (isUnknown) return <UnknownStream />

  const conversation = conversationOf(narrow)
  const outbox = writing.value?.outbox
  const pending = outbox ? outbox.in(narrow).length : 0
  return (
    <section class={styles['screen']}>
      <FeedHeader narrow={narrow} name={name} />
      {stretch.failure.value !== undefined ? (
        <p class={`notice bad ${styles['state']}`} role="alert">
          {stretch.failure.value}
        </p>
      ) : !opening ? (
        <div role="feed" aria-busy="true" aria-label={name} class={styles['loading']}>
          {connection.trouble.value ? t.feed.unreachable : t.feed.loading}
        </div>
      ) : hasNone.value && pending === 0 ? (
        <EmptyFeed narrow={narrow} />
      ) : (
        <Feed
          key={visit.id}
          stretch={stretch}
          opening={opening}
          name={name}
          sent={outbox?.latestIn(narrow)}
        >
          <PendingMessages narrow={narrow} leadOf={conversation ? undefined : leadOf} />
        </Feed>
      )}
    </section>
  )
}

const isWholeAndEmpty = ({ ids, foundOldest, foundNewest }: StretchState) =>
  ids.length === 0 && foundOldest && foundNewest

const leadOf = (conversation: Conversation) => (
  <ConversationLink conversation={conversation} isTabbable />
)

/** Opening position for this visit, immediately if enough messages are cached. */
function useOpening(place: NarrowAddress): { visit: Visit; opening: Opening | undefined } {
  const app = useApp()
  const { navigation, stretches } = app
  const visit = navigation.visit.value
  const fetched = useSignal<{ visit: Visit; opening: Opening } | undefined>(undefined)
  const stretch = stretches.of(place.narrow)
  const held = useMemo(() => openHeld(app, stretch, place, visit.position), [visit])

  useEffect(() => stretches.show(stretch, () => app.feed.current.peek()), [stretch])
  useEffect(() => {
    let isWanted = true
    const open = async () => {
      const moved = await findMoved(app, place)
      if (!isWanted) return
      if (moved) return navigation.replace({ view: 'narrow', ...moved })
      if (held) return
      const opening = await openFetched(app, stretch, place, visit.position)
      if (isWanted && opening) fetched.value = { visit, opening }
    }
    void open()
    return () => {
      isWanted = false
    }
  }, [visit])

  const opening = fetched.value?.visit === visit ? fetched.value.opening : held
  return { visit, opening }
}
