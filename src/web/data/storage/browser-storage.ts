/** The parts of `Storage` that the app uses. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * A storage of the browser that never throws. If the browser denies access, or the storage is full, nothing is found
 * and nothing is kept.
 *
 * @param find throws if the browser denies access
 */
export function guarded(find: () => Storage): BrowserStorage {
  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(find())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (name) => attempt((storage) => storage.getItem(name), null),
    setItem: (name, value) => {
      attempt((storage) => {
        storage.setItem(name, value)
      }, undefined)
    },
    removeItem: (name) => {
      attempt((storage) => {
        storage.removeItem(name)
      }, undefined)
    },
    key: (index) => attempt((storage) => storage.key(index), null),
    get length() {
      return attempt((storage) => storage.length, 0)
    },
  }
}

/** Shared by all tabs, and kept after them. */
export const localStore = guarded(() => globalThis.localStorage)

/** For one tab, through reloads. */
export const sessionStore = guarded(() => globalThis.sessionStorage)
