import type { AddressBook } from '../narrow/address-book'
import { decodeWord, encodeWord, formatNarrow, parseNarrow } from '../narrow/hash'
import type { NarrowAddress } from '../narrow/hash'
import { isSimpleView, viewNames, views } from '../../lib/views'
import type { SimpleView, ViewName } from '../../lib/views'

/** A route in the app; its address is the hash, which holds the whole navigation state. */
export type Route = { view: SimpleView } | ({ view: 'narrow' } & NarrowAddress) | SettingsRoute

/** A page of a settings area: `#settings/profile`, `#streams/5/ops/personal`; `path` follows the name of the area. */
export interface SettingsRoute {
  view: SettingsAreaName
  path: readonly string[]
}

/** Settings areas, and the topics of a stream (`#topics/5/ops`); closing one returns to the route before it. */
const settingsAreas = ['settings', 'organization', 'streams', 'groups', 'topics'] as const
export type SettingsAreaName = (typeof settingsAreas)[number]

export const routeOfView = (name: ViewName): Route =>
  isSimpleView(name) ? { view: name } : { view: 'narrow', narrow: views[name].narrow ?? [] }

/** Parses an address; unknown ones open the inbox. @param home word for an empty hash: the setting `web_home_view` */
export function parseRoute(hash: string, book: AddressBook, home = 'inbox'): Route {
  const word = hash.replace(/^#/, '') || home
  const named = viewNames.find((name) =>
    [name, views[name].homeView, views[name].oldWord].includes(word),
  )
  if (named) return routeOfView(named)
  const [first, ...path] = word.replace(/^channels/, 'streams').split('/')
  const area = settingsAreas.find((one) => one === first)
  if (area) return { view: area, path: path.filter(Boolean).map((one) => decodeWord(one) ?? one) }
  const narrow = parseNarrow(hash, book)
  return narrow ? { view: 'narrow', ...narrow } : { view: 'inbox' }
}

export function formatRoute(route: Route, book: AddressBook): string {
  if ('path' in route) return `#${[route.view, ...route.path.map(encodeWord)].join('/')}`
  if (route.view !== 'narrow') return `#${route.view}`
  if (route.narrow.length > 0) return formatNarrow(route, book)
  return route.near === undefined ? '#feed' : `#narrow/near/${route.near}`
}
