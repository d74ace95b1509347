import { contains } from '../../lib/fold'
import { useComputed } from '@preact/signals'
import { useApp } from '../../context/app'
import { byPlace, folderOf, foldersIn } from '../../data/conversations/stream-order'
import * as t from '../../texts/catalog'
import type { Subscription } from '../../data/records/state'
import { Count } from '../../ui/count/count'
import { Icon } from '../../ui/icon/icon'
import { Section } from './section'
import { StreamRow } from './stream-row'

/** Subscribed streams: pinned ones first, then streams by folder, with muted streams in a folded section. */
export function StreamList({ words }: { words: string }) {
  const { store, navigation, folds, unreadConversations } = useApp()
  const sorted = useComputed(() => store.read('subscriptions').toSorted(byPlace))
  const found = sorted.value.filter(isFound)
  const heard = found.filter(({ is_muted: isMuted }) => !isMuted)
  const folders = useComputed(() => foldersIn(store.read)).value
  const muted = found.filter(({ is_muted: isMuted }) => isMuted)

  function isFound({ name, stream_id: id }: Subscription): boolean {
    if (contains(name, words)) return true
    const topics = unreadConversations.ofStream(id).value
    return topics.some(({ conversation }) => contains(conversation.topic, words))
  }

  const rows = (streams: readonly Subscription[]) => <Rows streams={streams} words={words} />
  const chosen = (streams: readonly Subscription[]) => <ChosenRow streams={streams} words={words} />

  const loose = heard.filter((stream) => !folderOf(stream, folders))
  return (
    <>
      <Section
        fold="streams"
        title={t.sidebar.streams}
        isForced={words !== ''}
        chosen={chosen(loose)}
        tools={
          <a
            class="icon-button"
            href={navigation.hrefOf({ view: 'streams', path: ['all'] })}
            aria-label={t.sidebar.browse}
            title={t.sidebar.browse}
          >
            <Icon name="plus" />
          </a>
        }
      >
        {rows(loose)}
        {words !== '' && found.length === 0 && <p class="row-note">{t.sidebar.nothing}</p>}
        {words === '' && sorted.value.length === 0 && <p class="row-note">{t.sidebar.noStreams}</p>}
      </Section>
      {folders.map((folder) => {
        const streams = heard.filter((stream) => folderOf(stream, folders) === folder)
        if (streams.length === 0) return null
        const fold = `folder:${folder.id}`
        return (
          <Section
            key={folder.id}
            fold={fold}
            title={folder.name}
            isForced={words !== ''}
            chosen={chosen(streams)}
            tools={folds.isOpen(fold) === false && <FoldedCount streams={streams} />}
          >
            {rows(streams)}
          </Section>
        )
      })}
      {muted.length > 0 && (
        <Section
          fold="muted"
          title={t.sidebar.muted(muted.length)}
          isForced={words !== ''}
          chosen={chosen(muted)}
          isOpenAtFirst={false}
        >
          {rows(muted)}
        </Section>
      )}
    </>
  )
}

interface RowsProps {
  streams: readonly Subscription[]
  words: string
}

function Rows({ streams, words }: RowsProps) {
  return (
    <ul role="list">
      {streams.map(({ stream_id: id }) => (
        <StreamRow key={id} streamId={id} words={words} />
      ))}
    </ul>
  )
}

/** The stream where the reader is, if it is one of these. */
function ChosenRow({ streams, words }: RowsProps) {
  const here = useApp().current.streamId.value
  return <Rows streams={streams.filter(({ stream_id: id }) => id === here)} words={words} />
}

/** Unread count of a folded folder. */
function FoldedCount({ streams }: { streams: readonly Subscription[] }) {
  const { store } = useApp()
  const count = streams.reduce((sum, { stream_id: id }) => sum + store.unread.ofStream(id), 0)
  return <Count count={count} />
}
