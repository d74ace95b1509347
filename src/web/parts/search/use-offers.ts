import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { useApp } from '../../context/app'
import { joinSearch } from '../../data/narrow/pills'
import type { SearchContent } from '../../data/narrow/pills'
import { forgetSearches, recentSearches, rememberSearch } from '../../data/narrow/recent-searches'
import type { suggest as Suggest } from '../../data/narrow/suggest'
import { localStore } from '../../data/storage/browser-storage'
import { offerOf, recentOffers } from './offers'
import type { Offer } from './offers'
import { useNames } from './use-names'
import { useSuggestible } from './use-suggestible'

interface Offers {
  readonly recent: readonly Offer[]
  readonly suggested: readonly Offer[]
  /** Reads the recent searches, which other tabs add to, and loads the suggestions. */
  load(): void
  remember(address: string): void
  clear(): void
}

/** The rows under the search box: completions of the search, and recent searches while the box is empty. */
export function useOffers(content: Signal<SearchContent>, isOpen: boolean): Offers {
  const { addressBook } = useApp()
  const names = useNames()
  const known = useSuggestible(content)
  const addresses = useSignal<readonly string[]>([])
  const suggest = useSignal<{ run: typeof Suggest } | undefined>(undefined)
  const { pills, text } = content.value
  // Behind a pill begins the next word.
  const typed = joinSearch(content.value) + (text === '' && pills.length > 0 ? ' ' : '')
  const recent = useMemo(
    () => (isOpen && typed === '' ? recentOffers(addresses.value, addressBook, names) : []),
    [isOpen, typed, addresses.value],
  )
  const suggested = useMemo(() => {
    const found = isOpen && suggest.value ? suggest.value.run(typed, known.value) : []
    return found.map((suggestion) => offerOf(suggestion, addressBook, names))
  }, [isOpen, suggest.value, typed, known.value])

  return {
    recent,
    suggested,
    load() {
      addresses.value = recentSearches(localStore, addressBook.ownId)
      // A lazy chunk, loaded on the first search. Without a connection there are no suggestions.
      import('../../data/narrow/suggest').then(
        (module) => (suggest.value = { run: module.suggest }),
        () => undefined,
      )
    },
    remember(address) {
      rememberSearch(localStore, addressBook.ownId, address)
    },
    clear() {
      forgetSearches(localStore, addressBook.ownId)
      addresses.value = []
    },
  }
}
