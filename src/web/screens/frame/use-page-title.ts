import { useSignalEffect } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { useApp } from '../../app'
import * as t from '../../i18n/en'
import type { Place } from '../../navigation/place'
import { nameNarrow } from '../feed/narrow-name'
import { createFavicon } from './favicon'

/** Values of the setting `desktop_icon_count_display`. */
const countsPersonal = 2
const countsNothing = 3

/** The title and the icon of the tab say where the reader is, and how many messages wait for them. */
export function usePageTitle(): void {
  const { store, navigation, addressBook } = useApp()

  const favicon = useMemo(createFavicon, [])

  function nameOf(place: Place): string {
    if (place.view === 'narrow') return nameNarrow(place.narrow, store, addressBook)
    return t.views[place.view]
  }

  function waiting(): number {
    const choice = store.read('user_settings')['desktop_icon_count_display']
    if (choice === countsNothing) return 0
    if (choice !== countsPersonal) return store.unread.total
    return store.unread.private + store.unread.mentions
  }

  useSignalEffect(() => {
    const count = waiting()
    const start = count > 0 ? `(${String(count)}) ` : ''
    const words = [nameOf(navigation.place.value), store.read('realm_name')]
    document.title = start + words.join(' – ')
    favicon.show(count)
  })
}
