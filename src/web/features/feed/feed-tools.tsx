import { useApp } from '../../app/app'
import { isSearched } from '../../data/narrow/pills'
import type { Narrow } from '../../data/narrow/narrow'
import * as t from '../../texts/catalog'
import { MarkRead } from '../../ui/mark-read/mark-read'
import styles from './feed-header.module.css'

/** The tools in the heading of every narrow: the number of results, and marking as read. */
export function FeedTools({ narrow }: { narrow: Narrow }) {
  return (
    <>
      {isSearched(narrow) && <ResultCount narrow={narrow} />}
      <MarkRead narrow={narrow} />
    </>
  )
}

/** The number of results, as far as they are loaded. */
function ResultCount({ narrow }: { narrow: Narrow }) {
  const { ids, foundOldest, foundNewest } = useApp().stretches.of(narrow).state.value
  const isWhole = foundOldest && foundNewest
  const count = ids.length
  return (
    <span role="status" class={styles['facts']}>
      {count > 0 && (isWhole ? t.searching.count(count) : t.searching.moreThan(count))}
    </span>
  )
}
