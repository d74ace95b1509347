import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { describeTerm } from '../../data/narrow/describe'
import { parseSearch } from '../../data/narrow/search-text'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { useNames } from './use-names'
import styles from './search-box.module.css'

interface SearchPillsProps {
  pills: readonly string[]
  onRemove: (index: number) => void
}

/** The filters of a search, each with a button that removes it. */
export function SearchPills({ pills, onRemove }: SearchPillsProps) {
  const { addressBook } = useApp()
  const names = useNames()
  const list = useRef<HTMLUListElement>(null)
  // Shows the newest filter where the list is wider than its place.
  useLayoutEffect(() => list.current?.scrollTo({ left: list.current.scrollWidth }), [pills.length])
  if (pills.length === 0) return null
  return (
    <ul ref={list} role="list" class={styles['pills']} aria-label={t.searching.pills}>
      {pills.map((pill, index) => {
        const [term] = parseSearch(pill, addressBook)
        const words = term ? describeTerm(term, names) : pill
        return (
          <li key={`${String(index)} ${pill}`} class={styles['pill']} title={words}>
            <bdi>{words}</bdi>
            <button
              type="button"
              aria-label={t.searching.remove(words)}
              onClick={() => {
                onRemove(index)
              }}
            >
              <Icon name="x" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
