import type { Subscription } from '../store/state'
import { byName } from './names'

/** Order of streams in lists: pinned first, then by name. */
export function byPlace(a: Subscription, b: Subscription): number {
  return Number(b.pin_to_top) - Number(a.pin_to_top) || byName(a.name, b.name)
}
