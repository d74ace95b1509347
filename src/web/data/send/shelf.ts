import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import type { BrowserStorage } from '../storage/browser-storage'

/** A record in browser storage. */
export interface Kept {
  /** Unique within the shelf. */
  key: string
}

/**
 * Records in localStorage, one item per record, so that tabs do not overwrite each other's records. All tabs see the
 * same records. Without storage, or with full storage, records live as long as the page.
 */
export interface Shelf<T extends Kept> {
  readonly records: ReadonlySignal<readonly T[]>
  get(key: string): T | undefined
  /** As `get`, with changes of other tabs that this tab has not heard of yet. */
  newest(key: string): T | undefined
  put(record: T): void
  remove(key: string): void
}

/**
 * @param name name of the shelf with the account, since accounts that share a browser have separate shelves
 * @param ended aborts to stop listening to other tabs
 */
export function createShelf<T extends Kept>(
  name: string,
  store: BrowserStorage | undefined,
  ended: AbortSignal,
): Shelf<T> {
  const prefix = `parley.${name}.`
  /** Keys of records that the storage did not take, so that only the page has their newest text. */
  const unstored = new Set<string>()
  const records = signal<readonly T[]>(store ? readAll<T>(store, prefix) : [])

  const get = (key: string) => records.peek().find((record) => record.key === key)
  const without = (key: string) => records.peek().filter((record) => record.key !== key)

  if (typeof addEventListener === 'function') {
    addEventListener(
      'storage',
      ({ key, newValue }) => {
        if (key?.startsWith(prefix) !== true) return
        const record = parse<T>(newValue)
        const place = records.peek().findIndex((known) => prefix + known.key === key)
        if (!record) records.value = without(key.slice(prefix.length))
        else if (place < 0) records.value = [...records.peek(), record]
        else records.value = records.peek().with(place, record)
      },
      { signal: ended },
    )
  }

  return {
    records,
    get,
    newest: (key) =>
      store && !unstored.has(key) ? parse<T>(store.getItem(prefix + key)) : get(key),
    put(record) {
      const place = records.peek().findIndex(({ key }) => key === record.key)
      records.value = place < 0 ? [...records.peek(), record] : records.peek().with(place, record)
      const text = JSON.stringify(record)
      store?.setItem(prefix + record.key, text)
      // A storage that is full or denied keeps nothing and says nothing.
      if (store?.getItem(prefix + record.key) === text) unstored.delete(record.key)
      else unstored.add(record.key)
    },
    remove(key) {
      records.value = without(key)
      unstored.delete(key)
      store?.removeItem(prefix + key)
    },
  }
}

function readAll<T extends Kept>(store: BrowserStorage, prefix: string): T[] {
  const names = Array.from({ length: store.length }, (_, index) => store.key(index))
  return names
    .filter((name) => name?.startsWith(prefix) === true)
    .map((name) => parse<T>(store.getItem(name ?? '')))
    .filter((record) => record !== undefined)
}

function parse<T extends Kept>(text: string | null): T | undefined {
  try {
    const record: unknown = JSON.parse(text ?? 'null')
    return typeof record === 'object' && record !== null ? (record as T) : undefined
  } catch {
    return undefined
  }
}
