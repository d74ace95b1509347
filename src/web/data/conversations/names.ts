import * as t from '../../texts/catalog'
import { once } from '../../lib/once'
import type { Store } from '../store/store'

/** Display name of a private conversation: the other users' names, or the title of notes to oneself. */
export function namePrivate(store: Pick<Store, 'user'>, userIds: readonly number[]): string {
  if (userIds.length === 0) return t.sidebar.notes
  const names = userIds.map((id) => store.user(id)?.full_name ?? t.sidebar.somebody)
  return listFormat().format(names.sort(byName))
}

/** Compares names in the order of the page's language. */
export const byName = (a: string, b: string) => collator().compare(a, b)

const collator = once(() => new Intl.Collator(t.language, { sensitivity: 'base', numeric: true }))
const listFormat = once(
  () => new Intl.ListFormat(t.language, { style: 'narrow', type: 'conjunction' }),
)
