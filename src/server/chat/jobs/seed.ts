import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import { ensureUsers } from '../../data/realms/seed'
import type { SeededUser } from '../../data/realms/seed'
import type { StreamRow } from '../../data/schema'
import { listStreamsNamed } from '../../data/streams/streams'
import { bumpSubscribersVersion, insertStreams } from '../../data/streams/update-streams'
import { activateSubscriptions } from '../../data/streams/subscription-changes'
import { analyze } from '../../data/transfer/write'
import { createApiKey } from '../rules/credentials'
import { getRealmNamed } from '../actions/realms/find-realm'

/** Max accounts made by one transaction. */
const usersPerBatch = 5_000
const streamsPerBatch = 1_000

/**
 * Fills a realm for load tests: user u is subscribed only to stream u mod `streams`. Publishes no events, so
 * call it before clients connect. A repeated call adds missing users and streams.
 *
 * @throws BadRequestError when there is no such realm
 */
export async function seedRealm(
  ctx: Pick<AppContext, 'db'>,
  realmStringId: string,
  counts: { users: number; streams: number },
): Promise<SeededUser[]> {
  const realm = await getRealmNamed(ctx, realmStringId)

  const streams: StreamRow[] = []
  for (const numbers of batches(counts.streams, streamsPerBatch)) {
    streams.push(...(await ctx.db.transaction((tx) => seedStreams(tx, realm.id, numbers))))
  }
  const users: SeededUser[] = []
  for (const numbers of batches(counts.users, usersPerBatch)) {
    users.push(...(await ctx.db.transaction((tx) => seedUsers(tx, realm.id, numbers, streams))))
  }
  await analyze(ctx.db.query)
  return users
}

async function seedStreams(
  tx: Tx,
  realmId: number,
  numbers: readonly number[],
): Promise<StreamRow[]> {
  const names = numbers.map((number) => `load-${number}`)
  await insertStreams(
    tx,
    realmId,
    names.map((name) => ({
      name,
      description: '',
      rendered_description: '',
      invite_only: false,
      is_announcement_only: false,
      history_public_to_subscribers: true,
      creator_id: null,
    })),
  )
  const byName = await listStreamsNamed(tx, realmId, names)
  return names.map((name) => byName.get(name) as StreamRow)
}

async function seedUsers(
  tx: Tx,
  realmId: number,
  numbers: readonly number[],
  streams: readonly StreamRow[],
): Promise<SeededUser[]> {
  const users = await ensureUsers(
    tx,
    realmId,
    numbers.map((number) => ({
      email: `load-${number}@load.invalid`,
      fullName: `Load ${number}`,
      shortName: `load-${number}`,
      apiKey: createApiKey(),
    })),
  )
  const subscriptions = users.map((user, index) => ({
    user_id: user.user_id,
    stream_id: (streams[(numbers[index] as number) % streams.length] as StreamRow).id,
    color: '#76ce90',
  }))
  const added = await activateSubscriptions(tx, realmId, subscriptions)
  await bumpSubscribersVersion(tx, realmId, [...new Set(added.map((row) => row.stream_id))])
  return users
}

/** Numbers from 0 to count - 1, in batches. */
function* batches(count: number, size: number): Generator<number[]> {
  for (let first = 0; first < count; first += size) {
    yield Array.from({ length: Math.min(size, count - first) }, (_, index) => first + index)
  }
}
