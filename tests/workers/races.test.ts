import { sql } from 'kysely'
import { roles } from '../../src/shared/rules/roles'
import { exactly, shapedLike } from '../support/checked'
import { picture } from '../support/pictures'
import type { Answer } from '../support/plain-call'
import { callAt, encode } from '../support/person'
import type { Person } from '../support/person'
import { describeWithServices } from '../support/services'
import { memberAt, ownerAt, useTwoWorkers } from '../support/workers'

/** Each race is run this often, since calls meet by chance. */
const rounds = 3

/* Calls at a boundary, made at both workers at the same time. */
describeWithServices('two calls at the same moment at two workers', () => {
  const two = useTwoWorkers()
  let owner: Person
  let alice: Person
  let bob: Person
  // The workers are started before each test, if they do not run.
  beforeEach(async () => {
    if (owner) return
    owner = await ownerAt(two.workers[0])
    alice = await memberAt(two.workers[0], two.database, 'alice')
    bob = await memberAt(two.workers[0], two.database, 'bob')
    for (const person of [alice, bob]) await changeRole(person, roles.administrator)
  })

  const changeRole = (person: Person, role: number) =>
    owner.call('PATCH /users/{user_id}', { user_id: person.id, role })
  const one = (person: Person) => person.at(two.workers[0].url)
  const other = (person: Person) => person.at(two.workers[1].url)
  /** The statuses of both calls, the smaller first. */
  async function statusesOf(...calls: PromiseLike<Answer>[]): Promise<number[]> {
    const answers = await Promise.all(calls)
    return answers.map(({ status }) => status).sort((a, b) => a - b)
  }
  let made = 0
  const fresh = (word: string) => `${word} ${(made += 1)}`

  /** Calls that take a name, of which each may exist once, in any letter case. */
  const takers: [string, (person: Person, name: string) => PromiseLike<Answer>][] = [
    ['a channel', (person, name) => person.post('/channels/create', { name, subscribers: [] })],
    [
      'the new name of a stream',
      async (person, new_name) => {
        const name = fresh('renamed')
        await person.post('/channels/create', { name, subscribers: [person.id] })
        const { stream_id } = await person.call('GET /get_stream_id', { stream: name })
        return person.patch(`/streams/${stream_id}`, { new_name })
      },
    ],
    ['a group', (person, name) => person.post('/user_groups/create', { name, description: '' })],
    ['a folder', (person, name) => person.post('/channel_folders/create', { name })],
    [
      'a profile field',
      (person, name) => person.post('/realm/profile_fields', { name, field_type: 1 }),
    ],
    [
      'a set of default streams',
      (person, group_name) =>
        person.post('/default_stream_groups/create', {
          ...{ group_name, description: '', stream_names: [] },
        }),
    ],
    [
      'an account',
      (person, name) =>
        person.post('/users', {
          email: `${name.replace(' ', '.')}@parley.test`,
          ...{ full_name: 'New Person', password: 'long enough' },
        }),
    ],
    [
      'a bot',
      (person, name) =>
        person.post('/bots', { full_name: name, short_name: name.replace(' ', '') }),
    ],
    [
      'an emoji',
      async (person, name) =>
        person.upload(
          `/realm/emoji/${name.toLowerCase().replace(' ', '_')}`,
          await picture(),
          'a.png',
        ),
    ],
    [
      'a linkifier',
      (person, name) =>
        person.post('/realm/filters', {
          pattern: `${name.toLowerCase()}-(?P<id>[0-9]+)`,
          url_template: 'https://tracker.test/{id}',
        }),
    ],
    [
      'a domain',
      (person, name) => person.post('/realm/domains', { domain: `${name.replace(' ', '')}.test` }),
    ],
    [
      'a view of the sidebar',
      (person, name) => person.post('/navigation_views', { fragment: name, is_pinned: true, name }),
    ],
  ]

  it.each(takers)('One of two calls takes a name for %s', async (_what, take) => {
    for (let round = 0; round < rounds; round += 1) {
      const name = fresh('Name')
      const statuses = await statusesOf(take(one(owner), name), take(other(owner), name))
      expect(statuses).toEqual([200, 400])
    }
  })

  it('One of two calls ends an owner, and the organization keeps an owner', async () => {
    const ways: ((person: Person) => PromiseLike<Answer>)[] = [
      (person) => person.patch(`/users/${person.id}`, { role: roles.member }),
      (person) => person.delete('/users/me'),
      (person) => person.delete(`/users/${(person.id === alice.id ? owner : alice).id}`),
      (person) =>
        person.patch(`/users/${(person.id === alice.id ? owner : alice).id}`, {
          role: roles.guest,
        }),
    ]
    for (const first of ways) {
      for (const second of ways) {
        await restoreOwners()
        await statusesOf(first(one(owner)), second(other(alice)))
        expect(await countOwners()).toBeGreaterThan(0)
      }
    }
    await restoreOwners()
    await changeRole(alice, roles.administrator)
  })

  /** As an operator: both are owners, and nothing else has changed. */
  async function restoreOwners(): Promise<void> {
    await two.database.query
      .updateTable('users')
      .set({ role: roles.owner, deactivated_at: null })
      .where('id', 'in', [owner.id, alice.id])
      .execute()
    await announced()
  }

  async function countOwners(): Promise<number> {
    const rows = await two.database.query
      .selectFrom('users')
      .select('id')
      .where('role', '=', roles.owner)
      .where('deactivated_at', 'is', null)
      .execute()
    return rows.length
  }

  /** Both workers know of changes that were made in the database. */
  async function announced(): Promise<void> {
    for (const person of [owner, alice].flatMap((each) => [one(each), other(each)])) {
      for (;;) {
        const answer = await person.get('/users/me')
        if (answer.status === 200 && shapedLike(answer.body, { is_owner: false }).is_owner) break
      }
    }
  }

  it('The calls never put groups into each other', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ids: number[] = []
      for (let count = 0; count < 3; count += 1) {
        const name = fresh('group')
        ids.push((await owner.call('POST /user_groups/create', { name, description: '' })).group_id)
      }
      const [a, b, c] = exactly(ids, 3)
      const put = (person: Person, into: number, id: number) =>
        person.post(`/user_groups/${into}/subgroups`, { add: [id] })
      const statuses = await statusesOf(
        put(one(owner), a, b),
        put(other(owner), b, c),
        put(one(alice), c, a),
      )
      expect(statuses).toEqual([200, 200, 400])
    }
  })

  it('One of two calls deletes, and the other finds nothing', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { ids } = await owner.call('POST /drafts', {
        drafts: [{ type: '', to: [], topic: '', content: 'Dear all,' }],
      })
      const drafts = `/drafts/${ids[0]}`
      expect(await statusesOf(one(owner).delete(drafts), other(owner).delete(drafts))).toEqual([
        200, 404,
      ])
      const id = await owner.sendPrivately([owner.id], 'note')
      const message = `/messages/${id}`
      expect(await statusesOf(one(owner).delete(message), other(owner).delete(message))).toEqual([
        200, 400,
      ])
    }
  })

  it('One of two calls adds a reaction, and one removes it', async () => {
    const reactions = `/messages/${await owner.sendPrivately([owner.id], 'note')}/reactions`
    const args = { emoji_name: 'tada' }
    for (let round = 0; round < rounds; round += 1) {
      const added = statusesOf(one(owner).post(reactions, args), other(owner).post(reactions, args))
      expect(await added).toEqual([200, 400])
      const removed = statusesOf(
        one(owner).delete(reactions, args),
        other(owner).delete(reactions, args),
      )
      expect(await removed).toEqual([200, 400])
    }
  })

  it('One of two calls uses a link for a new password', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { body } = await owner.post(`/users/${bob.id}/password_reset`)
      const { link } = shapedLike(body, { link: '' })
      const args = {
        key: link.slice(link.lastIndexOf('/') + 1),
        new_password: `three purple tractors ${round}`,
      }
      const use = ({ url }: { url: string }) =>
        callAt({ url }, 'post', '/api/v1/accounts/password/set').type('form').send(encode(args))
      expect(await statusesOf(...two.workers.map(use))).toEqual([200, 400])
    }
  })

  /** Calls that add to a list with a limit, and the statement that leaves room for one. */
  const lists: [string, () => Promise<unknown>, (person: Person) => PromiseLike<Answer>][] = [
    [
      'drafts',
      () =>
        fill(
          'drafts',
          199,
          sql`'', '{}', '', 'text', now()`,
          'type, recipient_ids, topic, content, edited_at',
        ),
      (person) =>
        person.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'Dear all,' }] }),
    ],
    [
      'saved texts',
      () => fill('saved_snippets', 199, sql`'title', 'text', now()`, 'title, content, created_at'),
      (person) => person.post('/saved_snippets', { title: 'Bye', content: 'Bye.' }),
    ],
    [
      'alert words',
      () => fill('alert_words', 199, sql`'word' || number, 'word' || number`, 'word_key, word'),
      (person) => person.post('/users/me/alert_words', { alert_words: [fresh('word')] }),
    ],
    [
      'topics',
      async () => {
        const { id } = await two.database.query
          .selectFrom('streams')
          .select('id')
          .limit(1)
          .executeTakeFirstOrThrow()
        streamId = id
        return fill(
          'user_topics',
          1_999,
          sql`${id}, 'topic' || number, 'topic' || number, 1, now()`,
          'stream_id, topic_key, topic, visibility_policy, updated_at',
        )
      },
      (person) =>
        person.post('/user_topics', {
          stream_id: streamId,
          topic: fresh('t'),
          visibility_policy: 1,
        }),
    ],
  ]
  let streamId = 0

  /** Rows of a user, as if made by calls. */
  const fill = (table: string, count: number, values: ReturnType<typeof sql>, columns: string) =>
    sql`insert into ${sql.table(table)} (realm_id, user_id, ${sql.raw(columns)})
      select realm_id, id, ${values} from users, generate_series(1, ${count}::int) as number
      where id = ${bob.id}`.execute(two.database.query)

  it.each(lists)(
    'One of several calls adds the last of the %s',
    async (_what, leaveRoomForOne, add) => {
      await leaveRoomForOne()
      const calls = [one(bob), other(bob), one(bob), other(bob)].map(add)
      expect(await statusesOf(...calls)).toEqual([200, 400, 400, 400])
    },
  )

  it('One of several calls adds the last reaction of a person', async () => {
    const id = await owner.sendPrivately([bob.id], 'much to react to')
    await sql`insert into reactions (realm_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
      select realm_id, ${id}, id, 'x' || number, 'x' || number, 'unicode_emoji'
      from users, generate_series(1, 19) as number where id = ${bob.id}`.execute(two.database.query)
    const add = (person: Person, emoji_name: string) =>
      person.post(`/messages/${id}/reactions`, { emoji_name })
    const statuses = await statusesOf(
      ...['tada', 'octopus', 'pizza', 'heart'].map((name, index) =>
        add(index % 2 ? one(bob) : other(bob), name),
      ),
    )
    expect(statuses).toEqual([200, 400, 400, 400])
  })
})
