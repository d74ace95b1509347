import request from 'supertest'
import { asBytes, asText } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { bytesOf } from '../support/person'
import type { Person } from '../support/person'
import { factsOf, picture } from '../support/pictures'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const uploaded = /^\/user_avatars\/\d+\/[0-9a-f]{32}\.png\?x=x&version=(\d+)$/

async function showAs(person: Person): Promise<string> {
  const response = await person.upload('/users/me/avatar', await picture(300, 200), 'me.png')
  return asText(expectSuccess(response)['avatar_url'])
}

const fetchFile = (url: string) => request(server.url).get(url).buffer(true).parse(bytesOf)

async function sizeOf(url: string): Promise<unknown> {
  const response = await fetchFile(url)
  expect(response.status).toBe(200)
  expect(response.headers['cache-control']).toContain('immutable')
  const { format, width, height } = await factsOf(asBytes(response.body))
  return { format, width, height }
}

describe('POST /users/me/avatar', () => {
  it('shows the requester by a picture, in two sizes and to everybody', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const queue = await bob.register({ event_types: ['realm_user', 'message'] })
    const url = await showAs(alice)
    expect(uploaded.exec(url)?.[1]).toBe('2')
    expect(await sizeOf(url)).toEqual({ format: 'png', width: 100, height: 100 })
    const medium = url.replace('.png', '-medium.png')
    expect(await sizeOf(medium)).toEqual({ format: 'png', width: 500, height: 500 })

    await alice.sendPrivately([bob.id], 'see my face')
    expect(await bob.pollUntil(queue, 'message')).toMatchObject([
      {
        type: 'realm_user',
        op: 'update',
        person: {
          user_id: alice.id,
          avatar_url: url,
          avatar_url_medium: medium,
          avatar_source: 'U',
          avatar_version: 2,
        },
      },
      { type: 'message', message: { avatar_url: url } },
    ])
    expect(expectSuccess(await alice.get('/users/me'))['avatar_url']).toBe(url)
    const state = await alice.register({ fetch_event_types: ['realm_user'] })
    expect(state).toMatchObject({ avatar_url: url, avatar_url_medium: medium, avatar_source: 'U' })
  })

  it('deletes the earlier picture, and its address answers 404', async () => {
    const ed = await server.user('ed')
    const [first, second] = [await showAs(ed), await showAs(ed)]
    expect(uploaded.exec(second)?.[1]).toBe('3')
    expect((await fetchFile(first)).status).toBe(404)
    expect((await fetchFile(second)).status).toBe(200)
  })

  it('tells users who may know a bot of its picture', async () => {
    const finn = await server.user('finn')
    const bot = await server.bot(finn, 'robot')
    const queue = await finn.register({ event_types: ['realm_bot'] })
    const url = await showAs(bot)
    expect(await finn.pollUntil(queue, 'realm_bot')).toMatchObject([
      { op: 'update', bot: { user_id: bot.id, avatar_url: url } },
    ])
    const { bots } = expectSuccess(await finn.get('/bots'))
    expect(bots).toMatchObject([{ avatar_url: url }])
  })

  it('refuses files that are not pictures or are unsafe to read', async () => {
    const { owner } = server
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    for (const bytes of [Buffer.from('words'), Buffer.from(svg), Buffer.alloc(0)]) {
      expectError(await owner.upload('/users/me/avatar', bytes, 'me.png'), 400, {
        code: 'BAD_IMAGE',
      })
    }
    const large = Buffer.alloc(6 * 1024 * 1024)
    expectError(await owner.upload('/users/me/avatar', large, 'me.png'), 413)
    expectError(await owner.post('/users/me/avatar'), 400, {
      msg: 'You must specify a file to upload',
    })
  })
})

describe('DELETE /users/me/avatar', () => {
  it('brings back the picture that was made, once', async () => {
    const gil = await server.user('gil')
    const url = await showAs(gil)
    const queue = await gil.register({ event_types: ['realm_user', 'message'] })
    const made = new RegExp(`^/user_avatars/\\d+/made-${gil.id}\\.png\\?x=x&version=3$`)
    for (const _ of ['first', 'again']) {
      const { avatar_url } = expectSuccess(await gil.delete('/users/me/avatar'))
      expect(avatar_url).toMatch(made)
    }
    await gil.sendPrivately([gil.id], 'last')
    expect(await gil.pollUntil(queue, 'message')).toMatchObject([
      { op: 'update', person: { avatar_source: 'G', avatar_version: 3 } },
      { type: 'message' },
    ])
    expect((await fetchFile(url)).status).toBe(404)
  })
})

describe('GET /avatar/…', () => {
  it('leads to the picture of an account, by id or email, in either size', async () => {
    const [hal, ida] = await server.users('hal', 'ida')
    const url = await showAs(hal)
    const medium = url.replace('.png', '-medium.png')
    const leadsTo = async (path: string) => {
      const response = await ida.file(path)
      expect(response.status).toBe(302)
      return response.headers['location']
    }
    expect(await leadsTo(`/avatar/${hal.id}`)).toBe(url)
    expect(await leadsTo(`/avatar/${encodeURIComponent(hal.email)}`)).toBe(url)
    expect(await leadsTo(`/avatar/${hal.id}/medium`)).toBe(medium)
    expect(await leadsTo(`/avatar/${hal.id}?s=30&api_key=x`)).toBe(`${url}&s=30`)
    expect(await leadsTo(`/avatar/${ida.id}/medium`)).toMatch(/made-\d+-medium\.png/)
    expectError(await ida.file('/avatar/987654'), 400, { msg: 'No such user' })
    expectError(await fetchFile(`/avatar/${hal.id}`), 401, { code: 'UNAUTHORIZED' })
  })
})
