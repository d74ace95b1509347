import type { Client } from 'pg'

/** The size of an organization's past. Its users exist already. */
export interface HistorySpec {
  realm: string
  messages: number
  streams: number
  topicsPerStream: number
  /**
   * Number of senders; number 0 is the reader, and is subscribed to every stream as 19 others are: PostgreSQL
   * scans a table sequentially when all its rows belong to one reader.
   */
  senders: number
  /** Number of the newest messages, unread for the reader. */
  unread: number
}

/** Size of the vocabulary; the first words are in most messages and the last in few. */
const words = 2_000
const sentences = 20_000
const syllables = 'ba ko mi tu re sal pon gir lem dax vo ni fre qua zu shi tol bek war jun'.split(
  ' ',
)

function word(index: number): string {
  return `${syllables[index % 10]}${syllables[Math.floor(index / 10) % 10]}${syllables[Math.floor(index / 100) % 20]}`
}

export const commonWord = word(0)
export const rareWord = word(words - 1)

/** Deterministic, so that two runs search the same texts for the same words. */
function makeSentences(): string[] {
  let state = 42
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  return Array.from({ length: sentences }, () =>
    Array.from({ length: 6 + Math.floor(random() * 12) }, () =>
      word(Math.floor(words * random() ** 3)),
    ).join(' '),
  )
}

/** Fills an organization with messages: 49 of 50 to streams, the others private. */
export async function seedHistory(client: Client, spec: HistorySpec): Promise<void> {
  const { realm, messages, streams, topicsPerStream, senders, unread } = spec
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(seededStreams, [realm, streams])
  await run(dmGroups, [realm, dmPartners])
  await run('create temporary table sentences (n int primary key, text text)')
  await run(
    'insert into sentences select n - 1, text from unnest($1::text[]) with ordinality as s (text, n)',
    [makeSentences()],
  )
  await run(seededMessages, [
    realm,
    messages,
    streams,
    topicsPerStream,
    senders,
    dmPartners,
    sentences,
  ])
  await run('drop table sentences')
  await run(readStreams, [realm, unread])
  await run(readDms, [realm, unread])
  await run('vacuum analyze')
}

/** A topic that many users can mark as read, its messages between those of another topic. */
export interface TopicToMark {
  streamId: number
  topic: string
  messageIds: number[]
}

/** @param from number of its first subscriber; all its subscribers have everything unread */
export async function seedTopicToMark(
  client: Client,
  { realm, messages, from, to }: { realm: string; messages: number; from: number; to: number },
): Promise<TopicToMark> {
  const { rows } = await client.query<{ stream_id: number; ids: string[] }>(topicToMark, [
    realm,
    messages,
    from,
    to,
  ])
  await client.query('vacuum analyze subscriptions, subscription_periods, messages')
  return {
    streamId: Number(rows[0]?.stream_id),
    topic: 'marked',
    messageIds: (rows[0]?.ids ?? []).map(Number),
  }
}

/** Marks everything in the topic's stream as unread again for everybody. */
export async function unreadAgain(client: Client, { streamId }: TopicToMark): Promise<void> {
  await client.query('delete from topic_read_states where stream_id = $1', [streamId])
  await client.query(`update subscriptions set read = '{}' where stream_id = $1`, [streamId])
  // Vacuum now, so that autovacuum does not run during the measurement.
  await client.query('vacuum analyze topic_read_states, subscriptions')
}

const dmPartners = 100

const seededStreams = `
  with made as (
    insert into streams (realm_id, name, subscribers_version)
    select realms.id, 'stream-' || n, 1 from realms, generate_series(0, $2::int - 1) n
    where string_id = $1
    returning realm_id, id
  ), subscribed as (
    insert into subscriptions (realm_id, user_id, stream_id, color)
    select made.realm_id, users.id, made.id, '#76ce90'
    from made, generate_series(0, 19) n, users
    where users.realm_id = made.realm_id and users.email = 'bench-' || n || '@bench.invalid'
    returning realm_id, user_id, stream_id
  )
  insert into subscription_periods (realm_id, user_id, stream_id, from_message_id)
  select realm_id, user_id, stream_id, 0 from subscribed`

const dmGroups = `
  with pairs as (
    select reader.realm_id, reader.id as reader_id, partner.id as partner_id
    from generate_series(1, $2::int) n
    join realms on realms.string_id = $1
    join users reader on reader.realm_id = realms.id and reader.email = 'bench-0@bench.invalid'
    join users partner on partner.realm_id = realms.id
      and partner.email = 'bench-' || n || '@bench.invalid'
  ), made as (
    insert into dm_groups (realm_id, member_key)
    select realm_id, least(reader_id, partner_id) || ',' || greatest(reader_id, partner_id)
    from pairs order by partner_id
    returning realm_id, id, member_key
  )
  insert into dm_group_members (realm_id, dm_group_id, user_id)
  select realm_id, id, unnest(string_to_array(member_key, ',')::bigint[]) from made`

const seededMessages = `
  with realm as (select id from realms where string_id = $1),
  stream as (
    select row_number() over (order by streams.id) - 1 as n, streams.id
    from streams join realm on realm_id = realm.id where name like 'stream-%'
  ), sender as (
    select split_part(split_part(email, '@', 1), '-', 2)::int as n, users.id
    from users join realm on realm_id = realm.id where email like 'bench-%'
  ), dm_group as (
    select row_number() over (order by dm_groups.id) - 1 as n, dm_groups.id
    from dm_groups join realm on realm_id = realm.id
  )
  insert into messages (realm_id, sender_id, stream_id, dm_group_id, topic, content,
    rendered_content, client, sent_at)
  select realm.id, sender.id,
    case when i.n % 50 <> 0 then stream.id end, case when i.n % 50 = 0 then dm_group.id end,
    case when i.n % 50 <> 0 then 'topic ' || (i.n::bigint * 31 / 200) % $4::int else '' end,
    sentences.text, '<p>' || sentences.text || '</p>', 'bench',
    now() - ($2::int - i.n) * interval '10 seconds'
  from realm, generate_series(1, $2::int) as i (n)
  join stream on stream.n = i.n::bigint * 7919 % $3::int
  join sender on sender.n = case when i.n % 50 = 0 then 1 + (i.n / 50) % $6::int
    else i.n::bigint * 6151 % $5::int end
  join dm_group on dm_group.n = (i.n / 50) % $6::int
  join sentences on sentences.n = i.n::bigint * 104729 % $7::int
  order by i.n`

const readStreams = `
  update subscriptions set read = int8multirange(int8range(0, last.id - $2::int + 1))
  from realms, (select max(id) as id from messages) last
  where realms.string_id = $1 and subscriptions.realm_id = realms.id`

const readDms = `
  update dm_group_members set read = int8multirange(int8range(0, last.id - $2::int + 1))
  from realms, (select max(id) as id from messages) last
  where realms.string_id = $1 and dm_group_members.realm_id = realms.id`

const topicToMark = `
  with realm as (select id from realms where string_id = $1),
  made as (
    insert into streams (realm_id, name, subscribers_version)
    select id, 'to mark', 1 from realm returning realm_id, id
  ), subscribed as (
    insert into subscriptions (realm_id, user_id, stream_id, color)
    select made.realm_id, users.id, made.id, '#76ce90'
    from made, generate_series($3::int, $4::int) n, users
    where users.realm_id = made.realm_id and users.email = 'bench-' || n || '@bench.invalid'
    returning realm_id, user_id, stream_id
  ), periods as (
    insert into subscription_periods (realm_id, user_id, stream_id, from_message_id)
    select realm_id, user_id, stream_id, 0 from subscribed
  ), sender as (
    select users.id from users, realm
    where realm_id = realm.id and email = 'bench-0@bench.invalid'
  ), sent as (
    insert into messages (realm_id, sender_id, stream_id, topic, content, rendered_content, client,
      sent_at)
    select made.realm_id, sender.id, made.id, case when n % 2 = 0 then 'marked' else 'other' end,
      'text ' || n, '<p>text ' || n || '</p>', 'bench', now() - interval '1 day'
    from made, sender, generate_series(1, $2::int * 2) n
    returning id, stream_id, topic
  )
  select stream_id, array_agg(id order by id) as ids from sent where topic = 'marked'
  group by stream_id`
