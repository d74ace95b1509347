import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { useApp } from '../../context/app'
import { listRealmEmoji } from '../../data/emoji/realm-emoji'
import { recentEmoji } from '../../data/emoji/recent'
import type { EmojiTable } from '../../data/emoji/table'
import { localStore } from '../../data/storage/browser-storage'
import * as t from '../../texts/catalog'
import { categoriesOf, searchResults } from './sections'
import type { Section } from './sections'

interface Sections {
  isLoaded: boolean
  categories: readonly Section[]
  /** The categories, or the results of the query. */
  shown: readonly Section[]
}

/** Sections of the emoji that are known when the picker opens. */
export function useSections(query: string, onFailure: () => void): Sections {
  const { loadEmojiTable, store, toasts } = useApp()
  const table = useSignal<EmojiTable | undefined>(undefined)
  const loaded = table.value
  const realmEmoji = useMemo(() => listRealmEmoji(store.state), [store])
  const recent = useMemo(() => recentEmoji(localStore, store.state.user_id), [store])
  const categories = useMemo(
    () => (loaded ? categoriesOf(loaded, realmEmoji, recent) : []),
    [loaded],
  )
  const shown = useMemo(
    () => (loaded && query !== '' ? searchResults(loaded, realmEmoji, query) : categories),
    [categories, query],
  )

  useEffect(() => {
    loadEmojiTable().then(
      (value) => (table.value = value),
      (error: unknown) => {
        toasts.fail(t.picker.failed, error)
        onFailure()
      },
    )
  }, [])

  return { isLoaded: loaded !== undefined, categories, shown }
}
