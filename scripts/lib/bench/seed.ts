import { Client } from 'pg'

/** Inserts directly into the workers' database; new rows cannot be in their caches. */
export interface Seed {
  /** Creates the streams, each with users `0` to `subscribers` - 1, and missing users. */
  streams(streams: readonly SeededStream[]): Promise<void>
  users(count: number): Promise<void>
  /** Creates users in an existing organization. */
  usersOf(realm: string, count: number): Promise<void>
  /** For rows that only one scenario needs. */
  readonly client: Client
  end(): Promise<void>
}

export interface SeededStream {
  name: string
  /** Number of the first subscriber. */
  first: number
  subscribers: number
}

/** Value of the Authorization header of the user of this number. */
export function authorizationOf(user: number, realm = ''): string {
  const apiKey = `${realm}${user}`.padStart(32, '0')
  return `Basic ${Buffer.from(`bench-${user}@bench.invalid:${apiKey}`).toString('base64')}`
}

export async function openSeed(databaseUrl: string): Promise<Seed> {
  const client = new Client(databaseUrl)
  client.on('error', () => undefined)
  await client.connect()
  let usersMade = 0

  async function users(count: number): Promise<void> {
    if (count <= usersMade) return
    await client.query(insertUsers, [usersMade, count - 1, ''])
    await client.query('analyze users')
    usersMade = count
  }

  return {
    client,
    users,
    async usersOf(realm, count) {
      await client.query(insertUsers, [0, count - 1, realm])
      await client.query('analyze users')
    },
    async streams(streams) {
      await users(Math.max(...streams.map(({ first, subscribers }) => first + subscribers)))
      for (const { name, first, subscribers } of streams) {
        await client.query(insertStream, [name, first, first + subscribers - 1])
      }
      await client.query('analyze streams, subscriptions, subscription_periods')
    },
    end: () => client.end(),
  }
}

const insertUsers = `
  insert into users (realm_id, role, email, full_name, short_name, api_key)
  select realms.id, 400, 'bench-' || n || '@bench.invalid', 'Bench ' || n, 'bench-' || n,
    lpad($3::text || n, 32, '0')
  from realms, generate_series($1::int, $2::int) n
  where realms.string_id = $3`

const insertStream = `
  with stream as (
    insert into streams (realm_id, name, subscribers_version)
    select id, $1, 1 from realms where string_id = ''
    returning realm_id, id
  ), subscribed as (
    insert into subscriptions (realm_id, user_id, stream_id, color)
    select stream.realm_id, users.id, stream.id, '#76ce90'
    from stream, generate_series($2::int, $3::int) n
    join users on users.email = 'bench-' || n || '@bench.invalid'
    returning realm_id, user_id, stream_id
  )
  insert into subscription_periods (realm_id, user_id, stream_id, from_message_id)
  select realm_id, user_id, stream_id, 0 from subscribed`
