/*
 * The IndexedDB database with the last state and the last conversations. Private windows and some settings of
 * browsers forbid IndexedDB: every call here then rejects.
 */

const name = 'parley'
const version = 1

/** `state`: one record, under `last`. `conversations` and `messages`: a record for each conversation, by its key. */
const storeNames = ['state', 'conversations', 'messages'] as const
export type Stores = Readonly<Record<(typeof storeNames)[number], IDBObjectStore>>

/** Runs `act` in one transaction, and resolves with its result when everything is stored. */
export async function inDatabase<T>(
  mode: 'readonly' | 'readwrite',
  act: (stores: Stores) => Promise<T>,
): Promise<T> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(storeNames, mode)
    const isStored = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = transaction.onerror = () => reject(errorOf(transaction.error))
    })
    const [answer] = await Promise.all([
      act({
        state: transaction.objectStore('state'),
        conversations: transaction.objectStore('conversations'),
        messages: transaction.objectStore('messages'),
      }),
      isStored,
    ])
    return answer
  } finally {
    database.close()
  }
}

/** Result of one request. */
export function resultOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T)
    request.onerror = () => reject(errorOf(request.error))
  })
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = () => {
    for (const store of storeNames) request.result.createObjectStore(store)
  }
  return resultOf(request)
}

function errorOf(error: DOMException | null): Error {
  return error ?? new Error('The transaction was aborted.')
}
