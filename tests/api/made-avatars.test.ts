import request from 'supertest'
import { gravatarUrl } from '../../src/server/wire/avatars'
import {
  anyValue,
  asBytes,
  asRecord,
  asText,
  elementAt,
  exactly,
  firstOf,
  maybe,
  shapedLike,
} from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { bytesOf } from '../support/person'
import type { Person, ReceivedEvent } from '../support/person'
import { factsOf, picture } from '../support/pictures'
import { useOwnServer } from '../support/own-server'

/** All that a client which can compute gravatars is told of somebody's picture, and of another's. */
async function pictureAsTold([reader, other]: readonly [Person, Person]) {
  const args = {
    client_gravatar: true,
    event_types: ['message'],
    fetch_event_types: ['message', 'realm_user'],
  }
  const queue = await reader.register(args)
  const id = await other.sendPrivately([reader.id], 'look at me')
  const event = firstOf(await reader.pollUntil(queue, 'message'))
  const { members } = expectSuccess(await reader.get('/users', { client_gravatar: true }))
  const { user } = expectSuccess(await reader.get(`/users/${other.id}`, { client_gravatar: true }))
  const { message } = expectSuccess(await reader.get(`/messages/${id}`, { client_gravatar: true }))
  const { messages } = await reader.call('GET /messages', {
    ...{ anchor: 'newest', num_before: 1, num_after: 0, client_gravatar: true },
  })
  const ofOther = (people: unknown) =>
    shapedLike(people, [{ user_id: 0, avatar_url: anyValue }]).find(
      (each) => each.user_id === other.id,
    )
  const told = [
    ofOther(queue['realm_users']),
    ofOther(members),
    user,
    message,
    messages[0],
    event['message'],
  ]
  return told.map((record) => asRecord(record)['avatar_url'])
}

describe('the picture of a user without an upload', () => {
  const server = useOwnServer()
  const fetchFile = (url: string) => request(server.url).get(url).buffer(true).parse(bytesOf)

  it('is left to clients that compute gravatars', async () => {
    const people = await server.users('alice', 'bob')
    expect(await pictureAsTold(people)).toEqual(Array(6).fill(null))
    const args = { client_gravatar: true, fetch_event_types: ['realm_user'] }
    const state = await people[1].register(args)
    expect(state).toMatchObject({ avatar_source: 'G', avatar_url: null, avatar_url_medium: null })
    const { members } = await people[0].call('GET /users')
    for (const { user_id, avatar_url } of members) {
      expect(avatar_url).toContain(`/made-${user_id}.png?x=x&version=`)
    }
  })

  it('is left to such clients in events of accounts, too', async () => {
    const bert = await server.user('bert')
    const queues = await Promise.all(
      [true, false].map((client_gravatar) =>
        server.owner.register({ client_gravatar, event_types: ['realm_user'] }),
      ),
    )
    expectSuccess(await bert.upload('/users/me/avatar', await picture(), 'me.png'))
    expectSuccess(await bert.delete('/users/me/avatar'))
    const cleo = await server.user('cleo')
    const made = expect.stringContaining('/made-')
    for (const [queue, expected] of [
      [firstOf(queues), null],
      [elementAt(queues, 1), made],
    ] as const) {
      const isOfCleo = (event: ReceivedEvent) =>
        shapedLike(event['person'], { user_id: maybe(0) }).user_id === cleo.id
      const events = await server.owner.pollUntil(queue, isOfCleo)
      const urls = events
        .map((event) => asRecord(event['person']))
        .filter((person) => 'avatar_url' in person)
        .map(({ avatar_url, avatar_url_medium = expected }) => [avatar_url, avatar_url_medium])
      const uploaded = expect.not.stringContaining('/made-')
      expect(urls).toEqual([
        [uploaded, uploaded],
        [expected, expected],
        [expected, expected],
      ])
    }
  })

  it('is the same each time, differs between users, has two sizes, and is for everybody', async () => {
    const [carol, dan] = await server.users('carol', 'dan')
    const urlOf = async (person: Person) =>
      asText(expectSuccess(await person.get('/users/me'))['avatar_url'])
    const url = await urlOf(carol)
    const [one, again, other] = exactly(
      await Promise.all([url, url, await urlOf(dan)].map((each) => fetchFile(each))),
      3,
    )
    expect(one.status).toBe(200)
    expect(one.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    expect(again.body).toEqual(one.body)
    expect(other.body).not.toEqual(one.body)
    const small = { format: 'png', width: 100, height: 100 }
    expect(await factsOf(asBytes(one.body))).toMatchObject(small)
    const medium = await fetchFile(url.replace('.png', '-medium.png'))
    expect(await factsOf(asBytes(medium.body))).toMatchObject({ width: 500, height: 500 })
  })

  it('does not reveal whether an account exists', async () => {
    const response = await fetchFile('/user_avatars/1/made-987654321.png')
    expect(response.status).toBe(200)
    for (const name of [
      'made-0.png',
      'made-.png',
      'made-1.svg',
      'made-x.png',
      'made-1-large.png',
    ]) {
      expect((await fetchFile(`/user_avatars/1/${name}`)).status).toBe(400)
    }
  })

  it('is at the address to which the account leads', async () => {
    const eve = await server.user('eve')
    const response = await eve.file(`/avatar/${eve.id}?s=30`)
    expect(response.status).toBe(302)
    expect(response.headers['location']).toMatch(
      new RegExp(`^/user_avatars/\\d+/made-${eve.id}\\.png\\?x=x&version=1&s=30$`),
    )
  })

  it('is also the icon of the organization', async () => {
    const { realm_icon } = expectSuccess(await server.call('get', '/server_settings'))
    const response = await fetchFile(asText(realm_icon))
    expect(await factsOf(asBytes(response.body))).toMatchObject({ format: 'png', width: 100 })
    const { realm_icon_url } = await server.owner.register({ fetch_event_types: ['realm'] })
    expect(realm_icon_url).toBe(realm_icon)
  })
})

describe('the picture of a user without an upload, with GRAVATAR=on', () => {
  const server = useOwnServer({ settings: { GRAVATAR: 'on' } })

  it('comes for other clients from Gravatar, at the address that the email has', () => {
    expect(gravatarUrl('Ada@Example.com', 100).href).toBe(
      'https://secure.gravatar.com/avatar/3e3417d7ef77d5932a6734b916515ed5?d=404&s=100',
    )
  })

  it('does not concern users with an upload', async () => {
    const people = await server.users('carol', 'dan')
    const response = await people[1].upload('/users/me/avatar', await picture(), 'me.png')
    const { avatar_url } = expectSuccess(response)
    expect(await pictureAsTold(people)).toEqual(Array(6).fill(avatar_url))
  })
})
