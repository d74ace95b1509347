import type { Queryable } from '../../../data/engine/database'
import { listStaleNotifications } from '../../../data/notifications/push-jobs'
import type { StaleNotification, TakenPush } from '../../../data/notifications/push-jobs'
import {
  listPushedConversations,
  listPushMessages,
} from '../../../data/notifications/push-messages'
import type { PushedMessage } from '../../../data/notifications/push-messages'
import type { PersonKey } from '../../../data/notifications/person-key'
import { listUsersByIds } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { groupBy } from '../../../lib/group-by'

/** Messages of a conversation that a notification counts; the newest ones. */
const mostCounted = 50
/** Read notifications that a push closes by the way. */
const mostStale = 20

/** A person with due pushes. */
export interface PushedPerson {
  /** Undefined if the account is gone. */
  user: UserWithRealm | undefined
  /** The messages that devices are to show in the conversations of the jobs, read or not, ascending. */
  messages: readonly PushedMessage[]
  /** The conversations that devices show, as far as known before the messages are looked at. */
  conversations: readonly string[]
  stale: readonly StaleNotification[]
}

export function personKey({ realm_id, user_id }: PersonKey): string {
  return `${realm_id} ${user_id}`
}

/** Reads the people of some jobs together. @returns them by {@link personKey} */
export async function readPeople(
  db: Queryable,
  jobs: readonly TakenPush[],
): Promise<Map<string, PushedPerson>> {
  const wanted = oneOfEach(jobs, (job) => `${personKey(job)} ${job.conversation}`)
  const people = oneOfEach(jobs, personKey)
  // One after another: each further connection to the database would plan the statements anew.
  const users = await listUsersByIds(
    db,
    people.map(({ realm_id: realmId, user_id: userId }) => ({ realmId, userId })),
  )
  const messages = await listPushMessages(db, wanted, mostCounted)
  const pushed = await listPushedConversations(db, people)
  const stale = await listStaleNotifications(db, people, mostStale)
  const accounts = new Map(
    users.map((user) => [personKey({ realm_id: user.realm_id, user_id: user.id }), user]),
  )
  const messagesOf = groupBy(messages, personKey)
  const conversationsOf = groupBy(pushed, personKey)
  const staleOf = groupBy(stale, personKey)
  return new Map(
    people.map(personKey).map((key) => [
      key,
      {
        user: accounts.get(key),
        messages: messagesOf.get(key) ?? [],
        conversations: (conversationsOf.get(key) ?? []).map((each) => each.conversation),
        stale: staleOf.get(key) ?? [],
      },
    ]),
  )
}

function oneOfEach(
  jobs: readonly TakenPush[],
  keyOf: (job: TakenPush) => string,
): readonly TakenPush[] {
  return [...new Map(jobs.map((job) => [keyOf(job), job])).values()]
}
