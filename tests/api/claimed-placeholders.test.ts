import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { getActingOwner } from '../../src/server/chat/actions/realms/find-realm'
import { createUser } from '../../src/server/chat/actions/users/create-user'
import { formats, recognizeFormat } from '../../src/server/moving/import/formats'
import { PeopleMap } from '../../src/server/moving/import/job/people-map'
import { importArchive } from '../../src/server/moving/import/run'
import type { Imported } from '../../src/server/moving/import/run'
import { copiedTables, movedColumns } from '../../src/server/data/import/merged-accounts'
import { at, sketchOrganization } from '../support/archives/organization'
import type { SketchedOrganization } from '../support/archives/organization'
import { dumpOf, rocketChatCollections } from '../support/archives/rocket-chat-export'
import { slackExport } from '../support/archives/slack-export'
import { zipOf } from '../support/archives/zip'
import {
  asNumber,
  asRecord,
  asRecords,
  asText,
  asTexts,
  maybe,
  parsed,
  shapedLike,
} from '../support/checked'
import { makeOwnFolder } from '../support/own-folder'
import { useOwnServer } from '../support/own-server'

type Row = Record<string, unknown>

const server = useOwnServer()
let folder: string
let count = 0
beforeAll(async () => {
  folder = await makeOwnFolder('claimed-placeholders')
})

/** The organization of Ada and Bob, in which the unknown Bob also mentions himself. */
function sketch(): SketchedOrganization {
  const organization = sketchOrganization()
  const text = { to: 'general', sender: 'ada', at: at(6) }
  organization.messages.push({ ...text, text: ({ user }) => `Ask ${user('bob')} again` })
  return organization
}

interface Archive {
  /** Rows of `users.json`; null: there is no such file. */
  users: ((row: Row) => Row | null) | null
  map?: string
}

const withoutBob = (row: Row) => (row['id'] === 'UBOB' ? null : row)
/** Bob is an administrator in the later list. */
const withBob = (row: Row) => (row['id'] === 'UBOB' ? { ...row, is_admin: true } : row)

async function imported(into: string, { users, map }: Archive): Promise<Imported> {
  const files = slackExport(sketch())
  if (users) {
    const rows = asRecords(parsed(String(files.get('users.json'))))
    files.set('users.json', JSON.stringify(rows.flatMap((row) => users(row) ?? [])))
  } else files.delete('users.json')
  return importFile(into, zipOf(files), map)
}

async function importFile(into: string, bytes: Buffer, map?: string): Promise<Imported> {
  const file = path.join(folder, `${++count}.zip`)
  await writeFile(file, bytes)
  const reader = await formats[await recognizeFormat(file)].open(file)
  const people = map === undefined ? PeopleMap.empty : PeopleMap.parse(map)
  try {
    return await importArchive(server.ctx, reader, {
      ...{ into, people, isDryRun: false, resumes: false },
    })
  } finally {
    await reader.close()
  }
}

const rows = async (query: ReturnType<typeof sql>) =>
  asRecords((await query.execute(server.db)).rows)

const realmOf = async (into: string) =>
  shapedLike(
    (await rows(sql`select id from realms where string_id = ${into}`))[0]?.['id'],
    maybe(0),
  )

async function signUp(into: string, email = 'bob@example.org') {
  const owner = await getActingOwner(server.ctx, into)
  return createUser(server.ctx, owner, {
    email,
    fullName: 'Bobby',
    password: 'correct horse staple',
  })
}

/** Everything that the archives have of Bob, by the address of the account that has it. */
async function partsOfBob(into: string) {
  const realmId = await realmOf(into)
  const address = (id: string) =>
    sql.raw(`(select regexp_replace(coalesce(delivery_email, email), '.*@import.invalid', 'nobody') from users u
      where u.realm_id = ${realmId} and u.id = ${id})`)
  const messages = await rows(sql`
    select id, content, rendered_content, ${address('sender_id')} as sender, dm_group_id,
      (select array_agg(${address('d.user_id')}) from dm_group_members d
        where d.realm_id = m.realm_id and d.dm_group_id = m.dm_group_id) as members
    from messages m where realm_id = ${realmId} and client = 'Import' order by id`)
  const flags = await rows(sql`
    select ${address('user_id')} as user from message_flags where realm_id = ${realmId} and mentioned`)
  const reactions = await rows(
    sql`select ${address('user_id')} as user from reactions where realm_id = ${realmId} order by 1`,
  )
  const subscriptions = await rows(sql`
    select s.name, ${address('t.user_id')} as user from subscriptions t
    join streams s on s.realm_id = t.realm_id and s.id = t.stream_id
    where t.realm_id = ${realmId} and t.active and s.name in ('general', 'plans') order by 1, 2`)
  const [file] = await rows(
    sql`select ${address('owner_id')} as owner from uploads where realm_id = ${realmId}`,
  )
  const with_ = (text: string) =>
    messages.find(({ content }) => asText(content).includes(text)) ?? {}
  return {
    ids: messages.map(({ id }) => id),
    senders: ['Hush', 'Found it'].map((text) => with_(text)['sender']),
    conversations: ['Lunch?', 'All three'].map((text) =>
      asTexts(with_(text)['members'] ?? []).sort(),
    ),
    mentions: flags.map(({ user }) => user),
    texts: ['Welcome', 'Ask'].map((text) =>
      String(with_(text)['content']).replace(/\|(\d+)\*\*/, '|ID**'),
    ),
    html: String(with_('Ask')['rendered_content']),
    reactions: reactions.map(({ user }) => user),
    subscriptions: subscriptions.map(({ name, user }) => `${String(name)} ${String(user)}`),
    file: file?.['owner'],
  }
}

const accountsOf = async (into: string) =>
  rows(sql`
    select full_name, role, deactivated_at is null as is_active,
      regexp_replace(coalesce(delivery_email, email), '.*@import.invalid', 'nobody') as address
    from users where realm_id = ${await realmOf(into)} and not is_bot order by id`)

const bob = 'bob@example.org'
const bobs = (name: string, address = bob) => ({
  senders: [address, address],
  conversations: [
    ['ada@example.org', address].sort(),
    ['ada@example.org', address, 'gus@example.org'].sort(),
  ],
  mentions: [address, address],
  texts: [`**Welcome** @**${name}|ID**`, `Ask @**${name}|ID** again`],
  reactions: [address, 'gus@example.org'],
  file: address,
})
/** A list in which Bob has the address of an account here. */
const addressed =
  (email: string) =>
  (row: Row): Row =>
    row['id'] === 'UBOB'
      ? { ...row, is_admin: true, profile: { ...asRecord(row['profile']), email } }
      : row

describe('a person whom a first archive does not know', () => {
  it('gets name, address, role and activity of a later list, and keeps the messages', async () => {
    await imported('later-list', { users: withoutBob })
    const before = await partsOfBob('later-list')
    expect(before.senders).toEqual(['nobody', 'nobody'])
    expect(await accountsOf('later-list')).toContainEqual({
      ...{ full_name: 'Unknown user UBOB', role: 400, is_active: false, address: 'nobody' },
    })
    const { report } = await imported('later-list', { users: withBob })
    expect(report.remarks()).toContainEqual({
      ...{ reason: 'Placeholder that has its person now', count: 1, examples: ['UBOB'] },
    })
    const after = await partsOfBob('later-list')
    expect(after).toMatchObject({ ids: before.ids, ...bobs('Bob Hopper') })
    expect(after.html).toContain('>@Bob Hopper</span>')
    expect(after.subscriptions).toContain(`plans ${bob}`)
    expect(await accountsOf('later-list')).toContainEqual({
      ...{ full_name: 'Bob Hopper', role: 200, is_active: true, address: bob },
    })
    const acts = await rows(sql`
      select act, before, after from audit_log where realm_id = ${await realmOf('later-list')}
        and affected_type = 'user' order by id`)
    expect(acts).toEqual([
      {
        ...{ act: 'user_email_changed', after: { email: bob } },
        before: { email: 'slack-t1-ubob@import.invalid' },
      },
      { act: 'user_role_changed', before: { role: 400 }, after: { role: 200 } },
      { act: 'user_reactivated', before: {}, after: {} },
    ])
    const again = await imported('later-list', { users: withBob })
    expect(again.report.kinds()['user']).toMatchObject({ written: 0 })
    expect(again.report.remarks().map(({ reason }) => reason)).not.toContain(
      'Placeholder that has its person now',
    )
    expect(await partsOfBob('later-list')).toEqual(after)
  })

  it('is a member of an organization that no archive made', async () => {
    const live = await server.realm('live-claim')
    await imported(live.subdomain, { users: withoutBob })
    await imported(live.subdomain, { users: withBob })
    expect(await accountsOf(live.subdomain)).toContainEqual({
      ...{ full_name: 'Bob Hopper', role: 400, is_active: true, address: bob },
    })
  })

  it.each(['before', 'after'])(
    'is the account that has the address, made %s the first archive',
    async (order) => {
      const live = await server.realm(`sign-up-${order}`)
      const into = live.subdomain
      const join = () => live.user('bobby')
      let account = order === 'before' ? await join() : undefined
      await imported(into, { users: withoutBob })
      account ??= await join()
      const [ada] = await rows(sql`
        select id from users where realm_id = ${live.realmId}
          and coalesce(delivery_email, email) = 'ada@example.org'`)
      const adaId = asNumber(ada?.['id'] ?? 0)
      // A conversation that both have here already.
      await account.sendPrivately([adaId], 'here')
      const { ids } = await partsOfBob(into)
      const queue = await account.register({ event_types: ['message'] })
      await imported(into, { users: addressed(account.email) })
      expect(await partsOfBob(into)).toMatchObject({ ids, ...bobs('Bobby', account.email) })
      const accounts = await accountsOf(into)
      expect(accounts.filter(({ address }) => address === account.email)).toEqual([
        { full_name: 'Bobby', role: 400, is_active: true, address: account.email },
      ])
      expect(accounts.filter(({ full_name }) => String(full_name).startsWith('Unknown'))).toEqual(
        [],
      )
      const polled = await account.get('/events', { ...queue, dont_block: true })
      expect(polled.body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
      const found = await account.call('GET /messages', {
        ...{ anchor: 'newest', num_before: 50, num_after: 0 },
        narrow: [{ operator: 'dm', operand: [adaId] }],
      })
      expect(found.messages.map(({ content }) => content)).toEqual(
        expect.arrayContaining(['<p>here</p>', '<p>Lunch?</p>']),
      )
    },
  )

  it('does not become an account whose address nobody has confirmed, unless the operator names it', async () => {
    const into = 'unconfirmed'
    await imported(into, { users: withoutBob })
    const { id } = await signUp(into)
    await sql`update users set is_address_unconfirmed = true where id = ${id}`.execute(server.db)
    const { report } = await imported(into, { users: withBob })
    expect(report.remarks().map(({ reason }) => reason)).toContain(
      'Person whose address has an account here that is not known to be theirs',
    )
    expect((await partsOfBob(into)).senders).toEqual(['nobody', 'nobody'])
    expect(await accountsOf(into)).toContainEqual({
      ...{ full_name: 'Bob Hopper', role: 200, is_active: true, address: 'nobody' },
    })
    await imported(into, { users: withBob, map: `UBOB,${bob}` })
    expect(await partsOfBob(into)).toMatchObject(bobs('Bobby'))
  })

  it('gets no account with an unconfirmed address in a first archive either', async () => {
    const live = await server.realm('unconfirmed-first')
    const squatter = await live.user('squatter')
    await sql`update users set is_address_unconfirmed = true where id = ${squatter.id}`.execute(
      server.db,
    )
    const { email } = squatter
    await imported(live.subdomain, { users: addressed(email) })
    expect((await partsOfBob(live.subdomain)).senders).toEqual(['nobody', 'nobody'])
    await imported(live.subdomain, { users: addressed(email), map: `Bob Hopper,${email}` })
    expect((await partsOfBob(live.subdomain)).senders).toEqual([email, email])
  })

  it('is let in by an operator who names the address, whichever archive comes next', async () => {
    const into = 'named'
    await imported(into, { users: withoutBob })
    await imported(into, { users: withoutBob, map: 'UBOB,hopper@example.org' })
    expect(await accountsOf(into)).toContainEqual({
      ...{
        full_name: 'Unknown user UBOB',
        role: 400,
        is_active: true,
        address: 'hopper@example.org',
      },
    })
    await imported(into, { users: withBob })
    expect(await accountsOf(into)).toContainEqual({
      ...{ full_name: 'Bob Hopper', role: 200, is_active: true, address: 'hopper@example.org' },
    })
  })

  it('is let in at once if the operator names the address before the first archive', async () => {
    const into = 'named-first'
    await imported(into, { users: withoutBob, map: 'UBOB,hopper@example.org' })
    expect(await accountsOf(into)).toContainEqual({
      ...{
        full_name: 'Unknown user UBOB',
        role: 400,
        is_active: true,
        address: 'hopper@example.org',
      },
    })
    const realmId = await realmOf(into)
    await sql`update users set full_name = 'Bob at home'
      where realm_id = ${realmId} and full_name = 'Unknown user UBOB'`.execute(server.db)
    await imported(into, { users: withBob })
    expect(await accountsOf(into)).toContainEqual({
      ...{ full_name: 'Bob at home', role: 200, is_active: true, address: 'hopper@example.org' },
    })
  })

  it('stays known if a later archive does not know the person', async () => {
    const into = 'known-first'
    await imported(into, { users: withBob })
    const before = await partsOfBob(into)
    await imported(into, { users: withoutBob })
    expect(await partsOfBob(into)).toEqual(before)
    expect(await accountsOf(into)).toContainEqual({
      ...{ full_name: 'Bob Hopper', role: 200, is_active: true, address: bob },
    })
  })
})

describe('a person of a list without addresses', () => {
  it('gets only the address that the operator names later', async () => {
    const into = 'no-address'
    const nameless = (row: Row) => ({ ...row, profile: { real_name: row['real_name'] } })
    await imported(into, { users: nameless })
    const before = await accountsOf(into)
    expect(before[1]).toMatchObject({ full_name: 'Bob Hopper', address: 'nobody' })
    await imported(into, { users: nameless, map: `UBOB,${bob}` })
    const after = await accountsOf(into)
    expect(after[1]).toEqual({ ...before[1], address: bob })
    expect((await partsOfBob(into)).senders).toEqual([bob, bob])
  })
})

describe('an archive without a list of people', () => {
  it('is refused: its people, and the organization that it is from, would be unknown', async () => {
    const importing = imported('absent-list', { users: null })
    await expect(importing).rejects.toThrow('The archive has no list of people')
    expect(await realmOf('absent-list')).toBeUndefined()
  })

  it('is refused if its list is damaged', async () => {
    const files = slackExport(sketch()).set('users.json', '[{"id":"UADA"')
    await expect(importFile('damaged-list', zipOf(files))).rejects.toThrow(
      'The list of people users.json is damaged.',
    )
    expect(await realmOf('damaged-list')).toBeUndefined()
  })
})

describe('two accounts of one person', () => {
  it('become one that has the messages of the placeholder of the other', async () => {
    const into = 'twins'
    await imported(into, { users: withoutBob })
    // The later list has Bob's account as deactivated, beside a new one with the same address.
    const twin = (row: Row) =>
      row['id'] === 'UGUS'
        ? { ...row, profile: { ...asRecord(row['profile']), email: bob } }
        : row['id'] === 'UBOB'
          ? { ...row, deleted: true }
          : row
    await imported(into, { users: twin })
    const { senders } = await partsOfBob(into)
    expect(senders[0]).toBe(senders[1])
    expect(senders[0]).not.toBe('nobody')
  })
})

describe('a person of Rocket.Chat who has only reacted', () => {
  /** A dump in which Bob has at least reacted. @param name of Bob in the reaction */
  function dump({ name = 'bob', isListed = false, hasWritten = false }): Buffer {
    const { people, messages, ...rest } = sketchOrganization()
    const first = messages.filter(({ sender, to }) => sender === 'ada' && to === 'general')
    const reactions = [{ emoji: 'thumbsup', by: [name] }]
    const written = { to: 'general', sender: 'bob', at: at(7), text: () => 'It is me' }
    const collections = rocketChatCollections({
      ...{ ...rest, people: people.filter((each) => isListed || each.name !== 'bob') },
      messages: [
        ...first.map((message) => ({ ...message, reactions })),
        ...(hasWritten ? [written] : []),
      ],
    })
    return zipOf(dumpOf(collections))
  }

  const reactors = (into: string) =>
    rows(sql`
      select full_name, users.deactivated_at is null as active from reactions
      join realms on realms.id = reactions.realm_id
      join users on users.realm_id = reactions.realm_id and users.id = user_id
      where string_id = ${into} order by reactions.id`)

  it.each([
    { into: 'reacted', name: 'bob' },
    { into: 'reacted-in-capitals', name: 'Bob' },
  ])('is the account of a later dump ($name)', async ({ into, name }) => {
    await importFile(into, dump({ name }))
    expect(await reactors(into)).toEqual([{ full_name: name, active: false }])
    await importFile(into, dump({ name, isListed: true }))
    expect(await reactors(into)).toEqual([{ full_name: 'Bob Hopper', active: true }])
  })

  it('is the sender of a later dump, and the account of the one after it', async () => {
    const into = 'reacted-and-wrote'
    await importFile(into, dump({}))
    await importFile(into, dump({ hasWritten: true }))
    const [sender] = await rows(sql`
      select sender_id from messages join realms on realms.id = realm_id
      where string_id = ${into} and content = 'It is me'`)
    const [reactor] = await rows(sql`
      select user_id from reactions join realms on realms.id = realm_id where string_id = ${into}`)
    expect(reactor?.['user_id']).toBe(sender?.['sender_id'])
    await importFile(into, dump({ hasWritten: true, isListed: true }))
    expect(await reactors(into)).toEqual([{ full_name: 'Bob Hopper', active: true }])
  })
})

describe('a merge of accounts', () => {
  /** Columns whose rows stay with the placeholder, which nobody has ever used. */
  const ofUsedAccounts = [
    ...[
      'api_keys',
      'confirmations',
      'sessions',
      'invitations',
      'realm_exports',
      'import_jobs',
      'audit_log',
    ],
    ...['push_devices', 'mobile_devices', 'local_messages', 'message_deletion_jobs'],
    ...['bot_services', 'bot_storage', 'client_devices', 'missed_messages', 'navigation_views'],
    ...['onboarding_steps', 'person_uuids', 'push_messages', 'reply_addresses', 'stream_addresses'],
    ...['webhook_jobs', 'bridges', 'external_identities', 'scim_users', 'directory_people'],
    ...['totp_secrets', 'recovery_codes', 'second_factor_duties', 'passkeys', 'claim_grants'],
  ]
  /** Tables with a statement of their own. */
  const ofTheirOwn = [
    ...['message_flags', 'reactions', 'subscriptions', 'muted_users', 'dm_group_members'],
    ...['scheduled_messages', 'import_strangers', 'topic_read_states'],
  ]

  it('knows each table that names accounts', async () => {
    const named = await rows(sql`
      select distinct t.relname as "table", a.attname as "column"
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      cross join unnest(c.conkey) as k (attnum)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
      where c.contype = 'f' and c.confrelid = 'users'::regclass and a.attname <> 'realm_id'
        and t.relnamespace = current_schema()::regnamespace`)
    const moved = new Set(movedColumns.map(([table, column]) => `${table}.${column}`))
    const rest = named
      .filter(({ table, column }) => !moved.has(`${String(table)}.${String(column)}` as never))
      .map(({ table }) => String(table))
      .filter(
        (table) => ![...copiedTables, ...ofTheirOwn, ...ofUsedAccounts].includes(table as never),
      )
    expect([...new Set(rest)].sort()).toEqual([])
  })
})
