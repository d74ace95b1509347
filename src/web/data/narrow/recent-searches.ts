import type { BrowserStorage } from '../storage/browser-storage'

const maxKept = 10
const keyOf = (ownId: number) => `parley-searches.${String(ownId)}`

type Kept = Pick<BrowserStorage, 'getItem' | 'setItem'>

/** Addresses of the reader's last searches in this browser, newest first; each begins with `#narrow/`. */
export function recentSearches(storage: Pick<Kept, 'getItem'>, ownId: number): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(ownId)) ?? '[]')
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one === 'string').slice(0, maxKept)
      : []
  } catch {
    // Another program has written it.
    return []
  }
}

export function rememberSearch(storage: Kept, ownId: number, address: string): void {
  const others = recentSearches(storage, ownId).filter((other) => other !== address)
  storage.setItem(keyOf(ownId), JSON.stringify([address, ...others].slice(0, maxKept)))
}

export function forgetSearches(storage: Pick<BrowserStorage, 'removeItem'>, ownId: number): void {
  storage.removeItem(keyOf(ownId))
}
