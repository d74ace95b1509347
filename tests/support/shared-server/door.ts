import type { Queryable } from '../../../src/db/engine/database'
import type { AccountChange } from '../../../src/db/engine/transaction-effects'

/** An organization to be made for tests. */
export interface NewTestRealm {
  /** Its subdomain. */
  stringId: string
  name: string
  owner: { email: string; fullName: string; password: string; apiKey?: string }
}

export interface MadeRealm {
  realmId: number
  /** Its owner. */
  userId: number
  apiKey: string
}

/** Acts of tests that no call of the API does. */
export interface Door {
  /** Runs statements, each by itself; absent at a server that runs elsewhere. */
  db?: Queryable
  createRealm(realm: NewTestRealm): Promise<MadeRealm>
  /** Has the server notice accounts that were changed in the database. */
  announce(changes: readonly AccountChange[]): Promise<void>
  /** Makes the exports that were asked for. */
  makeExports(): Promise<void>
}
