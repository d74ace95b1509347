import { useComputed } from '@preact/signals'
import type { ReadonlySignal, Signal } from '@preact/signals'
import { useApp } from '../../context/app'
import { operatorNamed } from '../../../shared/rules/narrow-operators'
import { joinSearch } from '../../data/narrow/pills'
import type { SearchContent } from '../../data/narrow/pills'
import { splitSearch } from '../../data/narrow/search-text'
import type { Suggestible } from '../../data/narrow/suggest'

/** The data that suggestions come from; topics are those of the stream named in the search. */
export function useSuggestible(content: Signal<SearchContent>): ReadonlySignal<Suggestible> {
  const { store, addressBook, topics } = useApp()
  return useComputed(() => {
    const streamName = splitSearch(joinSearch(content.value)).find(
      ({ operator }) => operatorNamed(operator ?? '') === 'channel',
    )?.text
    const streamId = streamName === undefined ? undefined : addressBook.streamId(streamName)
    const found = streamId === undefined ? undefined : topics.of(streamId).value
    return {
      streams: [...store.read('streams'), ...(store.read('archived')?.streams ?? [])],
      users: store.read('realm_users'),
      topicsOf: () => found?.map(({ name }) => name) ?? [],
    }
  })
}
