import type { KeptStore } from '../../../../src/web/data/send/shelf'

/** In-memory stand-in for browser storage. */
export function createStorage(): KeptStore {
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
