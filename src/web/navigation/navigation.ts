import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import type { StreamNameOf } from '../narrow/hash'
import { formatPlace, parsePlace } from './place'
import type { Place } from './place'

export interface Navigation {
  readonly place: ReadonlySignal<Place>
  /** The address of a place, for links. */
  hrefOf(place: Place): string
  /** Goes there, as a click on a link would. */
  go(place: Place): void
}

export function createNavigation(nameOf: StreamNameOf): Navigation {
  const place = signal(parsePlace(location.hash))
  addEventListener('hashchange', () => {
    place.value = parsePlace(location.hash)
  })
  const hrefOf = (to: Place) => formatPlace(to, nameOf)
  return {
    place,
    hrefOf,
    go(to) {
      location.hash = hrefOf(to)
    },
  }
}
