import request from 'supertest'
import { asBytes, asRecord, firstOf, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { bytesOf } from '../support/person'
import type { Person, ReceivedEvent } from '../support/person'
import { animation, factsOf, picture } from '../support/pictures'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

interface Emoji {
  id: string
  name: string
  source_url: string
  still_url: string | null
}

async function add(person: Person, name: string, bytes?: Buffer) {
  const path = `/realm/emoji/${encodeURIComponent(name)}`
  return person.upload(path, bytes ?? (await picture()), 'emoji.png')
}

async function named(name: string): Promise<Emoji[]> {
  const { emoji } = await server.owner.call('GET /realm/emoji')
  return Object.values(emoji).filter((each) => each.name === name)
}

async function fileOf(url: string) {
  const response = await request(server.url).get(url).buffer(true).parse(bytesOf)
  expect(response.status).toBe(200)
  return factsOf(asBytes(response.body))
}

describe('emoji of the organization', () => {
  it('are added by anybody but guests, and listed', async () => {
    const alice = await server.user('alice')
    expectSuccess(await add(alice, 'party'))
    const emoji = firstOf(await named('party'))
    expect(emoji).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'party',
      source_url: expect.stringMatching(/^\/user_avatars\/\d+\/emoji\/images\/[0-9a-f]{32}\.png$/),
      still_url: null,
      deactivated: false,
      author_id: alice.id,
    })
    expect(await fileOf(emoji.source_url)).toMatchObject({
      format: 'png',
      width: 64,
      height: 64,
    })
    const state = await alice.register({ fetch_event_types: ['realm_emoji'] })
    expect(state['realm_emoji']).toMatchObject({ [emoji.id]: emoji })

    const guest = await server.user('gast', 'guest')
    expectError(await add(guest, 'guests'), 400, { msg: 'Not allowed for guest users' })
  })

  it('move, and keep a picture that stands still', async () => {
    expectSuccess(await add(server.owner, 'dance', await animation(3)))
    const emoji = firstOf(await named('dance'))
    expect(await fileOf(emoji.source_url)).toMatchObject({
      format: 'gif',
      pages: 3,
      width: 64,
    })
    expect(await fileOf(present(emoji.still_url, 'still_url'))).toMatchObject({
      format: 'png',
      width: 64,
    })
  })

  it('are shown in messages, in place of a standard one too', async () => {
    const { owner } = server
    expectSuccess(await add(owner, 'v1.0-beta'))
    expectSuccess(await add(owner, 'tada'))
    const content = ':v1.0-beta::tada: 12:30:45 :nosuch:'
    const { rendered } = expectSuccess(await owner.post('/messages/render', { content }))
    const img = async (name: string, title = name) =>
      `<img alt=":${name}:" class="emoji" src="${firstOf(await named(name)).source_url}" title="${title}">`
    expect(rendered).toBe(`<p>${await img('v1.0-beta')}${await img('tada')} 12:30:45 :nosuch:</p>`)
    expectSuccess(await owner.delete('/realm/emoji/tada'))
    const again = expectSuccess(await owner.post('/messages/render', { content: ':tada:' }))
    expect(again['rendered']).toContain('emoji-1f389')
  })

  it('are published: to newer clients as the change, to the others as the whole list', async () => {
    const [bea, cem] = await server.users('bea', 'cem')
    const wishes = { event_types: ['realm_emoji'], fetch_event_types: ['realm_emoji'] }
    const client_capabilities = { individual_emoji_changes: true }
    const [newer, older] = [
      await bea.register({ ...wishes, client_capabilities }),
      await cem.register(wishes),
    ]
    expectSuccess(await add(bea, 'news'))
    const emoji = firstOf(await named('news'))
    expectSuccess(await bea.delete('/realm/emoji/news'))
    const gone = { ...emoji, deactivated: true }

    const isLast = (event: ReceivedEvent) => event['op'] === 'update_one'
    expect(await bea.pollUntil(newer, isLast)).toMatchObject([
      { op: 'add', emoji },
      { op: 'update_one', emoji_id: emoji.id, data: { deactivated: true } },
    ])
    const before = asRecord(older['realm_emoji'])
    expect(await cem.pollNow(older)).toEqual([
      expect.objectContaining({
        op: 'update',
        realm_emoji: { ...before, [emoji.id]: emoji },
      }),
      expect.objectContaining({
        op: 'update',
        realm_emoji: { ...before, [emoji.id]: gone },
      }),
    ])
  })

  it('have unique names', async () => {
    const { owner } = server
    for (const name of ['Upper', 'a b', 'é', '+1', 'x'.repeat(101)]) {
      expect((await add(owner, name)).status).toBe(400)
    }
    expectError(await add(owner, '+1'), 400, { msg: 'Invalid characters in emoji name' })
    expectSuccess(await add(owner, 'twice'))
    expectError(await add(owner, 'twice'), 400, {
      msg: 'A custom emoji with this name already exists.',
    })
    expectSuccess(await owner.delete('/realm/emoji/twice'))
    expectSuccess(await add(owner, 'twice'))
    expect(await named('twice')).toMatchObject([{ deactivated: true }, { deactivated: false }])
  })

  it('are taken out of use by their authors and by administrators', async () => {
    const [dee, eli] = await server.users('dee', 'eli')
    expectSuccess(await add(dee, 'mine'))
    expectError(await eli.delete('/realm/emoji/mine'), 400, {
      msg: 'Must be an organization administrator or emoji author',
    })
    expectSuccess(await dee.delete('/realm/emoji/mine'))
    const gone = { msg: "Emoji 'mine' does not exist" }
    expectError(await dee.delete('/realm/emoji/mine'), 400, gone)
    // Percent signs of a path are decoded once.
    expectError(await dee.delete('/realm/emoji/%2B1'), 400, { msg: "Emoji '+1' does not exist" })
    expectError(await dee.delete('/realm/emoji/%252B1'), 400, {
      msg: "Emoji '%2B1' does not exist",
    })
  })

  it('are added by administrators only, if the organization wants that', async () => {
    const carol = await server.user('carol')
    expectSuccess(await server.owner.patch('/realm', { add_emoji_by_admins_only: true }))
    expectError(await add(carol, 'confetti'), 400, { msg: 'Insufficient permission' })
    expectSuccess(await add(server.owner, 'confetti'))
    expectSuccess(await server.owner.patch('/realm', { add_emoji_by_admins_only: false }))
    expectSuccess(await add(carol, 'balloon'))
  })

  it('are pictures, and refused otherwise', async () => {
    expectError(await add(server.owner, 'words', Buffer.from('words')), 400, { code: 'BAD_IMAGE' })
    expect(await named('words')).toEqual([])
  })
})
