import { useSignalEffect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { useApp } from '../../context/app'
import { countForIcon } from '../../data/store/icon-count'
import * as t from '../../texts/catalog'
import type { Route } from '../../data/navigation/route'
import { pace } from '../../lib/pace'
import { nameNarrow } from '../feed/narrow-name'
import { createFavicon } from './favicon'

/** Title and icon of the tab: the current view and the unread count. */
export function usePageTitle(): void {
  const { store, navigation, addressBook, title } = useApp()

  const waits = useMemo(createWaits, [])
  useEffect(() => () => waits.leave(store.state.realm_name), [])

  function nameOf(place: Route): string {
    if (place.view === 'narrow') return nameNarrow(place.narrow, store, addressBook)
    const name = t.views[place.view]
    return 'path' in place && title.value !== undefined ? `${title.value} – ${name}` : name
  }

  useSignalEffect(() => {
    waits.name([nameOf(navigation.route.value), store.read('realm_name')].join(' – '))
  })
  useSignalEffect(() => waits.count(countForIcon(store)))
}

/** Min interval between two counts: changing title and icon costs the browser more than handling the event. */
const pauseMs = 1_000

/** Title and icon of the tab; the name changes at once, the count is throttled. */
function createWaits() {
  const favicon = createFavicon()
  let name = ''
  let shown = 0
  function show(): void {
    const title = (shown > 0 ? `(${String(shown)}) ` : '') + name
    if (document.title !== title) document.title = title
  }
  const counting = pace(pauseMs, (count: number) => {
    shown = count
    favicon.show(count)
    show()
  })
  return {
    name(other: string) {
      name = other
      show()
    },
    count: counting.tell,
    /** Resets title and icon on logout. */
    leave(organization: string) {
      counting.stop()
      favicon.show(0)
      document.title = organization
    },
  }
}
