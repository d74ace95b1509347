import type { Queryable } from '../../../data/engine/database'
import { listStaleNotifications } from '../../../data/notifications/push-jobs'
import type { StaleNotification, TakenPush } from '../../../data/notifications/push-jobs'
import {
  listPushedConversations,
  listPushMessages,
} from '../../../data/notifications/push-messages'
import type { PushedMessage } from '../../../data/notifications/push-messages'
import { listMessagesToMail, listUnreadOfPeople } from '../../../data/notifications/unread-messages'
import type { MailedMessage } from '../../../data/notifications/unread-messages'
import type { PersonKey } from '../../../data/notifications/person-key'
import { listUsersByIds } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { groupBy } from '../../../lib/group-by'

/** Messages of a conversation that a notification counts; the newest ones. */
const mostCounted = 50
/** Max notifications of read messages that one push closes. */
const mostStale = 20

/** A person with due pushes. */
export interface PushedPerson {
  /** Undefined if the account is gone. */
  user: UserWithRealm | undefined
  /** The messages that devices are to show in the conversations of the jobs, read or not, ascending. */
  messages: readonly PushedMessage[]
  /** The unread ones among these messages, by id. */
  unread: ReadonlyMap<number, MailedMessage>
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
  const users = await listUsersByIds(
    db,
    people.map(({ realm_id: realmId, user_id: userId }) => ({ realmId, userId })),
  )
  const messages = await listPushMessages(db, wanted, mostCounted)
  const pushed = await listPushedConversations(db, people)
  const stale = await listStaleNotifications(db, people, mostStale)
  const unread = await listUnreadOfPeople(db, messages)
  const bodies = await readMessages(db, unread)
  const accounts = new Map(
    users.map((user) => [personKey({ realm_id: user.realm_id, user_id: user.id }), user]),
  )
  const messagesOf = groupBy(messages, personKey)
  const unreadOf = groupBy(unread, personKey)
  const conversationsOf = groupBy(pushed, personKey)
  const staleOf = groupBy(stale, personKey)
  return new Map(
    people.map(personKey).map((key) => [
      key,
      {
        user: accounts.get(key),
        messages: messagesOf.get(key) ?? [],
        unread: new Map(
          (unreadOf.get(key) ?? []).flatMap(({ message_id: id, realm_id }) => {
            const body = bodies.get(`${realm_id} ${id}`)
            return body ? [[id, body]] : []
          }),
        ),
        conversations: (conversationsOf.get(key) ?? []).map((each) => each.conversation),
        stale: staleOf.get(key) ?? [],
      },
    ]),
  )
}

/** @returns the messages by realm and id */
async function readMessages(
  db: Queryable,
  keys: readonly { realm_id: number; message_id: number }[],
): Promise<Map<string, MailedMessage>> {
  const messages = new Map<string, MailedMessage>()
  for (const [realmId, each] of groupBy(keys, ({ realm_id }) => realm_id)) {
    const ids = new Set(each.map(({ message_id }) => message_id))
    for (const message of await listMessagesToMail(db, realmId, [...ids])) {
      messages.set(`${realmId} ${message.id}`, message)
    }
  }
  return messages
}

function oneOfEach(
  jobs: readonly TakenPush[],
  keyOf: (job: TakenPush) => string,
): readonly TakenPush[] {
  return [...new Map(jobs.map((job) => [keyOf(job), job])).values()]
}
