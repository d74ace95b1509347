import { sql } from 'kysely'
import { migrate } from '../../src/server/data/engine/migrate'
import { foldCase } from '../../src/shared/rules/letter-case'
import { firstOf, maybe, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'

const server = useOwnServer()

/** `José` with an accent of its own, as some keyboards and file systems write it. */
const decomposed = (name: string) => name.normalize('NFD')
/** JSON in ASCII, as the Python bindings send it. */
const ascii = (value: unknown) =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

describe('a name with decomposed letters', () => {
  it('is stored composed, and mentions in either form find the person', async () => {
    const [jose, bo] = await server.users('jose', 'bo')
    expectSuccess(await jose.patch('/settings', { full_name: decomposed('José Muñoz') }))
    expect(expectSuccess(await jose.get('/users/me'))['full_name']).toBe('José Muñoz')
    for (const content of ['@**José Muñoz** hi', decomposed('@**José Muñoz** hi')]) {
      const { rendered } = expectSuccess(await bo.post('/messages/render', { content }))
      expect(rendered).toContain(`data-user-id="${jose.id}"`)
    }
  })

  it('names the same stream as the composed name, plain and in escapes', async () => {
    const { owner } = server
    const subscribe = (subscriptions: string) =>
      owner.post('/users/me/subscriptions', { subscriptions })
    const names = ['Café Zoë', decomposed('Café Zoë')]
    const [first, ...others] = [
      await subscribe(JSON.stringify([{ name: names[1] }])),
      await subscribe(ascii([{ name: names[1] }])),
      await subscribe(ascii([{ name: names[0] }])),
    ]
    expect(expectSuccess(first)['subscribed']).toEqual({ [owner.email]: ['Café Zoë'] })
    for (const other of others) {
      expect(expectSuccess(other)['already_subscribed']).toEqual({ [owner.email]: ['Café Zoë'] })
    }
    for (const stream of names) expectSuccess(await owner.get('/get_stream_id', { stream }))
  })

  it('equals the composed name as a topic, as content and as a word of a narrow', async () => {
    const { owner } = server
    await server.stream('words', { subscribers: [owner] })
    const ids = [
      await owner.send('words', 'Über', 'crème brûlée'),
      await owner.send('words', decomposed('über'), decomposed('Crème brûlée')),
    ]
    const found = async (narrow: string) => {
      const page = { anchor: 'newest', num_before: 5, num_after: 0, narrow }
      const { messages } = expectSuccess(await owner.get('/messages', page))
      return shapedLike(messages, [{ id: 0 }]).map(({ id }) => id)
    }
    for (const [operator, operand] of [
      ['topic', 'ÜBER'],
      ['search', 'crème'],
    ] as const) {
      expect(await found(JSON.stringify([{ operator, operand: decomposed(operand) }]))).toEqual(ids)
      expect(await found(ascii([[operator, decomposed(operand)]]))).toEqual(ids)
    }
  })

  it('Passwords and the storage of a bot keep decomposed letters', async () => {
    const bot = await server.bot(server.owner, 'keeper')
    const storage = { [decomposed('né')]: decomposed('é') }
    expectSuccess(await bot.put('/bot_storage', { storage: ascii(storage) }))
    expect(expectSuccess(await bot.get('/bot_storage'))['storage']).toEqual(storage)
    const [eva] = await server.users('eva')
    const old_password = 'password of eva'
    const passwords = { old_password, new_password: decomposed('pässwörter sind lang') }
    expectSuccess(await eva.patch('/settings', passwords))
    await server.logIn(eva.email, passwords.new_password)
  })

  it('The migration composes names in old rows, and merges two rows of one name', async () => {
    const { owner } = server
    const { id } = await server.stream('old', { subscribers: [owner] })
    const message = await owner.send('old', 'Zoë', 'x')
    const state = (topic: string, read: string) =>
      sql`insert into topic_read_states (realm_id, user_id, stream_id, topic_key, read)
        select realm_id, id, ${id}, ${topic}, ${read}::int8multirange from users where id = ${owner.id}`
    const before = decomposed('zoë')
    for (const statement of [
      sql`update messages set topic = ${decomposed('Zoë')} where id = ${message}`,
      state('zoë', '{[1,3)}'),
      state(before, '{[2,5)}'),
      state(decomposed('né'), '{}'),
    ]) {
      await statement.execute(server.db)
    }
    await sql`delete from schema_migrations where name = '0095_composed_names.sql'`.execute(
      server.db,
    )
    await migrate({ query: server.db })
    const { rows } = await sql`select topic_key, read::text from topic_read_states
      where stream_id = ${id} and topic_key <> 'hello' order by topic_key`.execute(server.db)
    expect(rows).toEqual([
      { topic_key: 'né', read: '{}' },
      { topic_key: 'zoë', read: '{[1,5)}' },
    ])
    const { topics } = expectSuccess(await owner.get(`/users/me/${id}/topics`))
    expect(topics).toContainEqual({ name: 'Zoë', max_id: message })
  })
})

describe('letter case', () => {
  it('is folded alike by the database and in the code', async () => {
    const names = [
      ...['ΝΕΟΣ', 'νεος', 'ΌΔΟΣ ΣΑΣ', 'İstanbul', 'IĞDIR', 'STRASSE ẞ', 'ǅuro', 'Ωhm \u212a'],
      ...['σοφός', 'µs', 'ſtraße', 'ϐϑϕϖϰϱϵ', 'ᲀᲁᲂᲃᲄᲅᲆᲇᲈ', 'ẛ'],
      ...['ДЖОЙС', 'ԱՐՓԱ', 'ႠႡ', 'ÀÉÎÕÜ', 'ＡＢＣ', '𐐀𐐁'],
    ].map((name) => name.normalize())
    const { rows } = await sql<{ folded: string }>`select fold_case(name) as folded
      from unnest(${names}::text[]) with ordinality as names (name, place)
      order by place`.execute(server.db)
    expect(names.map(foldCase)).toEqual(rows.map(({ folded }) => folded))
  })

  it.each([
    ['ΝΕΟΣ', 'νεος', 'ΝΕΟΣ'],
    ['İZMİR', 'i̇zmi̇r', 'i̇zmi̇r'],
    ['ΣΑΣ', 'σας', 'ΣΑΣ'],
  ])('A mute of %s follows the topic to %s, as %s', async (before, after, muted) => {
    const [mo] = await server.users(`mo-${before.length}-${after.length}`)
    const { id, name } = await server.stream(`case ${before}`, { subscribers: [mo] })
    const message = await mo.send(name, before, 'x')
    expectSuccess(
      await mo.post('/user_topics', { stream_id: id, topic: before, visibility_policy: 1 }),
    )
    const move = { topic: after, propagate_mode: 'change_all' }
    expectSuccess(await server.owner.patch(`/messages/${message}`, move))
    const { muted_topics: topics } = await mo.register({ fetch_event_types: ['muted_topics'] })
    expect(topics).toMatchObject([[name, muted, expect.any(Number)]])
  })
})

describe('names that end in sigma', () => {
  const [capital, small] = ['ΣΟΦΌΣ', 'σοφός']

  it('are one stream, one topic and one word of a search', async () => {
    const { owner } = server
    const subscribe = (name: string) =>
      owner.post('/users/me/subscriptions', { subscriptions: [{ name }] })
    expectSuccess(await subscribe(capital))
    expect(expectSuccess(await subscribe(small))['already_subscribed']).toEqual({
      [owner.email]: [capital],
    })
    const { stream_id: id } = expectSuccess(await owner.get('/get_stream_id', { stream: small }))
    const ids = [
      await owner.send(small, capital, `είναι ${small}`),
      await owner.send(capital, small, `ΕΊΝΑΙ ${capital}`),
    ]
    const { topics } = expectSuccess(await owner.get(`/users/me/${String(id)}/topics`))
    expect(topics).toEqual([
      { name: small, max_id: ids[1] },
      expect.objectContaining({ name: 'hello' }),
    ])
    for (const word of [capital, small, 'σοφόσ']) {
      for (const narrow of [
        [['topic', word]],
        [['channel', word]],
        [['search', word]],
        [['search', `"είναι ${word}"`]],
      ]) {
        const page = { anchor: 'newest', num_before: 5, num_after: 0, narrow }
        const { messages } = expectSuccess(await owner.get('/messages', page))
        const found = shapedLike(messages, [{ id: 0, match_content: maybe('') }]).filter((each) =>
          ids.includes(each.id),
        )
        expect(found.map((each) => each.id)).toEqual(ids)
        if (narrow[0]?.[0] !== 'search') continue
        for (const { match_content: marked } of found) {
          expect(marked).toMatch(/<span class="highlight">(?:ΣΟΦΌΣ|σοφός)</)
        }
      }
    }
    expectSuccess(await owner.post('/mark_topic_as_read', { stream_id: id, topic_name: 'σοφόσ' }))
    const group = (name: string) =>
      owner.post('/user_groups/create', { name, description: '', members: [owner.id] })
    expectSuccess(await group(capital))
    expectError(await group(small), 400, { msg: `User group '${small}' already exists.` })
  })

  it('become one name in old rows, but two streams stay two', async () => {
    const { owner } = server
    const { id } = await server.stream('λόγος', { subscribers: [owner] })
    const other = await server.stream('other', { subscribers: [owner] })
    const state = (topic: string, read: string) =>
      sql`insert into topic_read_states (realm_id, user_id, stream_id, topic_key, read)
        select realm_id, id, ${id}, ${topic}, ${read}::int8multirange from users where id = ${owner.id}`
    for (const statement of [
      sql`drop index streams_folded_name, user_groups_folded_name, channel_folders_folded_name,
        default_stream_groups_folded_name, users_folded_name, messages_folded_topic`,
      sql`drop function fold_case`,
      sql`create index messages_topic on messages (id)`,
      sql`create index users_full_name on users (id)`,
      sql`create index channel_folders_name on channel_folders (id)`,
      sql`create index default_stream_groups_name on default_stream_groups (id)`,
      sql`update streams set name = 'ΛΌΓΟΣ' where id = ${other.id}`,
      state('τέλος', '{[1,3)}'),
      state('τέλοσ', '{[2,5)}'),
      sql`delete from schema_migrations where name = '0129_folded_names.sql'`,
    ]) {
      await statement.execute(server.db)
    }
    await migrate({ query: server.db })
    const { rows: streams } = await sql`select name from streams
      where id in (${id}, ${other.id}) order by id`.execute(server.db)
    expect(streams).toEqual([{ name: 'λόγος' }, { name: `ΛΌΓΟΣ (${other.id})` }])
    const { rows } = await sql`select topic_key, read::text from topic_read_states
      where stream_id = ${id} and topic_key <> 'hello'`.execute(server.db)
    expect(rows).toEqual([{ topic_key: 'τέλοσ', read: '{[1,5)}' }])
  })
})

describe('an invisible name', () => {
  it.each(['\u200b', '\u2060\u200d', '\u3164', ' \u2800 '])('is no topic: %j', async (topic) => {
    const { owner } = server
    const args = { type: 'stream', to: 'general', topic, content: 'x' }
    expectError(await owner.post('/messages', args), 400, {
      msg: 'Sending messages to the general chat is not allowed in this channel.',
    })
    const id = await owner.send('general', 'seen', 'x')
    const refused = await owner.patch(`/messages/${id}`, { topic })
    expectError(refused, 400, {
      msg: 'Sending messages to the general chat is not allowed in this channel.',
    })
  })

  it.each([
    '\u200b',
    '\u2060',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\u115f',
    '\u180e',
    '\u202e',
    '\ufe0f',
    '\u{e0020}',
  ])('is no content of a message: %j', async (character) => {
    const { owner } = server
    const content = ` ${character}\n${character.repeat(2)}`
    const message = { type: 'stream', to: 'general', topic: 'seen', content }
    expectError(await owner.post('/messages', message), 400, { msg: 'Message must not be empty' })
  })

  it('is no name of anything', async () => {
    const { owner } = server
    const unseen = '\u200b\u3164 \u2800'
    const poll = await owner.send('general', 'seen', '/poll Lunch\n\u2800\npizza')
    const { message } = await owner.call('GET /messages/{message_id}', { message_id: poll })
    expect(JSON.parse(firstOf(message.submessages).content)).toMatchObject({
      extra_data: { options: ['pizza'] },
    })
    const option = { type: 'new_option', idx: 1, option: unseen }
    const draft = { type: '', to: [], topic: '', content: unseen }
    const answers = [
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: unseen }] }),
      await owner.patch('/settings', { full_name: unseen }),
      await owner.post('/bots', { full_name: unseen, short_name: 'unseen' }),
      await owner.post('/user_groups/create', { name: unseen, description: '', members: [] }),
      await owner.patch('/realm', { name: unseen }),
      await owner.post('/channel_folders/create', { name: unseen }),
      await owner.post('/realm/profile_fields', { name: unseen, field_type: 1 }),
      await owner.post('/saved_snippets', { title: unseen, content: 'x' }),
      await owner.post('/saved_snippets', { title: 'x', content: unseen }),
      await owner.post('/drafts', { drafts: [draft] }),
      await owner.post('/submessage', { message_id: poll, msg_type: 'widget', content: option }),
    ]
    expect(answers.map(({ status, body }) => [status, body['msg']])).toEqual([
      [400, "Invalid stream name ''"],
      [400, 'Name too short!'],
      [400, 'Name too short!'],
      [400, "User group name can't be empty!"],
      [400, 'The name of an organization has 1 to 100 characters.'],
      [400, "Channel folder name can't be empty."],
      [400, 'Label cannot be blank.'],
      [400, 'title cannot be blank.'],
      [400, 'Message must not be empty'],
      [400, 'Message must not be empty'],
      [400, "Option can't be empty"],
    ])
    expectSuccess(await owner.post('/users/me/status', { status_text: unseen }))
    const { status } = expectSuccess(await owner.get(`/users/${owner.id}/status`))
    expect(status).toEqual({})
  })

  it.each(['\ufffe', '\ufdd0', '\u{1ffff}'])('has no noncharacter: %j', async (character) => {
    const { owner } = server
    const name = `ab${character}`
    const args = { type: 'stream', to: 'general', topic: name, content: 'x' }
    const msg = 'Invalid character in topic, at position 3!'
    expectError(await owner.post('/messages', args), 400, { msg })
    expectError(await owner.patch('/settings', { full_name: name }), 400, {
      msg: 'Invalid characters in name!',
    })
    const subscriptions = [{ name }]
    expectError(await owner.post('/users/me/subscriptions', { subscriptions }), 400, {
      msg: 'Invalid character in stream name, at position 3!',
    })
    const group = { name, description: '', members: [owner.id] }
    expectError(await owner.post('/user_groups/create', group), 400, {
      msg: 'Invalid characters in user group name!',
    })
  })
})
