import type { Database } from '../../src/server/data/engine/database'
import { roles } from '../../src/shared/rules/roles'
import { exactly } from '../support/checked'
import type { Person } from '../support/person'
import { memberAt, ownerAt } from '../support/workers'
import type { Worker } from '../support/workers'

interface Stream {
  id: number
  /** Undefined for the stream that calls rename. */
  name: string | undefined
}

/** The people and things that the calls are about. */
export interface Cast {
  /** Subscribed to every stream, all the time: their clients learn of everything in streams. */
  constants: readonly [owner: Person, cora: Person]
  /** Subscribed and unsubscribed by the calls. */
  others: readonly Person[]
  streams: readonly Stream[]
  /** A group whose name and members change. */
  groupId: number
  /** Messages from before the calls. */
  messageIds: readonly number[]
}

/** Topics of the calls; moves give messages the resolved forms too. */
export const topics = ['lunch', 'Lunch', 'plans', 'ideas'] as const

/** One address for both workers, which is in the state of clients. */
const host = 'localhost'

const streamKinds = [
  { name: 'open', private: false, shared: true },
  { name: 'busy', private: false, shared: true },
  { name: 'shared past', private: true, shared: true },
  { name: 'own past', private: true, shared: false },
  { name: 'renamed', private: false, shared: true },
] as const

/** Fills a new organization: an owner, an administrator, members, a guest, streams of each kind, some messages. */
export async function gatherCast(worker: Worker, database: Database): Promise<Cast> {
  const owner = (await ownerAt(worker)).atHost(host)
  const people: Person[] = []
  for (const name of ['cora', 'dora', 'alice', 'bob', 'gwen']) {
    people.push((await memberAt(worker, database, name)).atHost(host))
  }
  const [cora, dora, , , gwen] = exactly(people, 5)
  await owner.call('PATCH /users/{user_id}', { user_id: dora.id, role: roles.administrator })
  await owner.call('PATCH /users/{user_id}', { user_id: gwen.id, role: roles.guest })
  const principals = [owner, ...people].map(({ id }) => id)
  const streams: Stream[] = []
  for (const { name, private: invite_only, shared } of streamKinds) {
    await owner.call('POST /users/me/subscriptions', {
      ...{ subscriptions: [{ name }], invite_only, principals },
      history_public_to_subscribers: shared,
    })
    const { stream_id: id } = await owner.call('GET /get_stream_id', { stream: name })
    streams.push({ id, name: name === 'renamed' ? undefined : name })
  }
  const created = { name: 'cooks', description: '', members: [owner.id] }
  const { group_id: groupId } = await owner.call('POST /user_groups/create', created)
  const messageIds: number[] = []
  for (const { name } of streamKinds) {
    for (const topic of topics) {
      messageIds.push(await cora.send(name, topic, `the first of ${topic}`))
    }
  }
  const others = people.filter((person) => person !== cora)
  return { constants: [owner, cora], others, streams, groupId, messageIds }
}
