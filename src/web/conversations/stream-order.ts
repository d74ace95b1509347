import type { Subscription } from '../store/state'
import { byName } from './names'

/** The order of streams in lists: the pinned first, then by name. */
export function byPlace(a: Subscription, b: Subscription): number {
  return Number(b.pin_to_top) - Number(a.pin_to_top) || byName(a.name, b.name)
}
