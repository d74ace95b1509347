import { compareWithProfile } from '../against-profile'
import type { Bench } from '../bench'
import { hostOf } from '../realms'
import { registerFor } from '../request-templates'
import { atMost, makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { authorizationOf } from '../seed'
import { usersFrom } from '../users'

/** Subscriptions of each user, spread over the streams. */
const subscriptions = 20

const realms = [
  { realm: 'small', users: 100, streams: 20, most: 15 },
  { realm: 'medium', users: 1_000, streams: 100 },
  { realm: 'large', users: 10_000, streams: 500 },
]

/** The whole initial state, in organizations of several sizes. */
export const state: Scenario = {
  name: 'state',
  summary: 'registering for everything; "yardstick" is GET /users/me at the same worker',
  async run(bench) {
    await bench.workers(1)
    const sizes = bench.options.quick ? realms.slice(0, 2) : realms
    const rows: Row[] = []
    for (const { realm, users, streams, most } of sizes) {
      await seedRealm(bench, realm, users, streams)
      const loads = await compareWithProfile(bench, [
        {
          name: `register, ${users} users and ${streams} streams`,
          host: hostOf(realm),
          accounts: usersFrom(0, Math.min(users, 200)).map((user) => authorizationOf(user, realm)),
          requests: [registerFor()],
          ...(most === undefined ? {} : { atMost: most }),
        },
      ])
      rows.push(...loads)
    }
    return [...rows, growthOf(rows, sizes)]
  },
}

/** Above 1: worse than linear, from the medium organization to the largest. */
function growthOf(rows: readonly Row[], sizes: typeof realms): Row {
  const cpu = rows.filter(({ figure }) => figure === 'CPU')
  const [from, to] = sizes.slice(-2)
  const costs = cpu.slice(-2).map((row) => row.parley)
  const times = (to?.users ?? NaN) / (from?.users ?? NaN)
  return makeRow({
    load: 'growth',
    figure: `CPU with ${to?.users} users, against ${times} times that with ${from?.users}`,
    unit: '×',
    parley: [(costs[1] ?? NaN) / (times * (costs[0] ?? NaN))],
    target: atMost(1, 'figure'),
  })
}

async function seedRealm(
  bench: Bench,
  realm: string,
  users: number,
  streams: number,
): Promise<void> {
  bench.say(`seeding ${users} users`)
  await bench.createRealm(realm)
  await bench.seed.usersOf(realm, users)
  await bench.seed.client.query(insertStreams, [realm, streams, subscriptions])
  await bench.seed.client.query('vacuum analyze')
}

const insertStreams = `
  with made as (
    insert into streams (realm_id, name, description, rendered_description, subscribers_version)
    select realms.id, 'stream-' || n, 'About ' || n, '<p>About ' || n || '</p>', 1
    from realms, generate_series(0, $2::int - 1) n where string_id = $1
    returning realm_id, id
  ), numbered as (
    select *, row_number() over (order by id) - 1 as n from made
  ), subscribed as (
    insert into subscriptions (realm_id, user_id, stream_id, color)
    select users.realm_id, users.id, numbered.id, '#76ce90'
    from realms join users on users.realm_id = realms.id and users.email like 'bench-%',
      generate_series(0, $3::int - 1) k, numbered
    where realms.string_id = $1
      and numbered.n = (split_part(split_part(users.email, '@', 1), '-', 2)::int + k) % $2::int
    returning realm_id, user_id, stream_id
  )
  insert into subscription_periods (realm_id, user_id, stream_id, from_message_id)
  select realm_id, user_id, stream_id, 0 from subscribed`
