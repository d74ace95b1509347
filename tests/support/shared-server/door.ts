import type { Queryable } from '../../../src/server/data/engine/database'
import type { AccountChange } from '../../../src/server/data/engine/transaction-effects'

/** The data of a new organization for tests. */
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

/** An event that shows a test that all earlier ones have come. */
interface Mark {
  realmId: number
  userIds: readonly number[]
  version: string
}

/** Actions of tests that the API does not offer. */
export interface Door {
  /** Runs single statements; absent for a deployment. */
  db?: Queryable
  createRealm(realm: NewTestRealm): Promise<MadeRealm>
  /** Invalidates the server's caches of accounts that were changed in the database. */
  announce(changes: readonly AccountChange[]): Promise<void>
  /**
   * Sends users an event that changes no state, `web_reload_client` of this version, after all events before; absent for a
   * deployment.
   */
  sendMark?(mark: Mark): Promise<void>
  /** Lets the minute of calls of these accounts begin anew; absent for a deployment. */
  forgetCalls?(accountIds: readonly number[]): Promise<void>
  /** Runs the job for requested exports. */
  makeExports(): Promise<void>
}
