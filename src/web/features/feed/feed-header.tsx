import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import type { IconName } from '../../lib/icon-names'
import { Markdown } from '../../parts/markdown/markdown'
import { lazy } from '../../parts/lazy/lazy'
import { conversationOf, isSearch, streamOf } from '../../data/narrow/narrow'
import type { Narrow } from '../../data/narrow/narrow'
import { partsOfSearch } from './narrow-name'
import styles from './feed-header.module.css'

const FeedTools = lazy((parts) => parts.FeedTools)

/** Heading of a narrow: name, stream, and actions. */
export function FeedHeader({ narrow, name }: { narrow: Narrow; name: string }) {
  const { store, navigation, addressBook } = useApp()
  const streamId = streamOf(narrow)
  const stream = typeof streamId === 'number' ? store.stream(streamId) : undefined
  const isWholeStream = stream !== undefined && narrow.length === 1
  return (
    <header class={styles['header']}>
      <Icon name={stream?.invite_only === true ? 'lock' : iconOf(narrow)} />
      {stream && !isWholeStream && (
        <>
          <a
            class={styles['stream']}
            href={navigation.hrefOf({
              view: 'narrow',
              narrow: [{ operator: 'channel', operand: stream.stream_id }],
            })}
          >
            <bdi>{stream.name}</bdi>
          </a>
          <Icon name="chevron-right" />
        </>
      )}
      <h1 class={`${styles['name']} ${isSearch(narrow) ? styles['search'] : ''}`}>
        {isSearch(narrow) ? (
          <SearchName parts={partsOfSearch(narrow, store, addressBook)} />
        ) : (
          <bdi>{name}</bdi>
        )}
      </h1>
      {stream && stream.description !== '' && (
        <div class={styles['description']}>
          <Markdown html={stream.rendered_description} />
        </div>
      )}
      <div class={styles['menu']}>
        <FeedTools narrow={narrow} />
      </div>
    </header>
  )
}

/** The name of a search, with its filters as pills. */
function SearchName({ parts: [first = '', ...filters] }: { parts: readonly string[] }) {
  return (
    <>
      <bdi>{t.narrows.found(first)}</bdi>
      {filters.map((filter) => (
        <span key={filter}>
          {' '}
          <span class="visually-hidden">{'· '}</span>
          <bdi class={styles['pill']}>{filter}</bdi>
        </span>
      ))}
    </>
  )
}

function iconOf(narrow: Narrow): IconName {
  const [first] = narrow
  if (!first) return 'layers'
  const conversation = conversationOf(narrow)
  if (conversation?.kind === 'private' || first.operand === 'dm') {
    return conversation?.kind === 'private' && conversation.userIds.length < 2
      ? 'circle-user-round'
      : 'users'
  }
  if (first.operator === 'channel') return 'hash'
  if (first.operator !== 'is' || narrow.length > 1) return 'search'
  if (first.operand === 'mentioned') return 'at-sign'
  return first.operand === 'starred' ? 'star' : 'search'
}
