import type { BrowserStorage } from '../../../../src/web/data/storage/browser-storage'

/** In-memory stand-in for browser storage. */
export function createStorage(): BrowserStorage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}
