import { Type } from '@sinclair/typebox'
import { endpoints } from '../../src/server/start/endpoints'
import { addressNamesOf, Addresses } from '../support/addresses'
import { present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person, Queue } from '../support/person'
import { animation, picture } from '../support/pictures'
import { callWith, encodeAll } from '../support/raw-call'
import { sampleCall } from '../support/sample-calls'
import { useTestServer } from '../support/test-server'
import { uploadedBy } from '../support/uploads'

/** Members with an address that is not this server's, each with whose it is. */
const addressesOfOthers: Readonly<Record<string, string>> = {
  jitsi_server_url: 'a server for calls, which the organization chooses',
  realm_jitsi_server_url: 'the same',
  server_jitsi_server_url: 'the same, chosen by the operator',
  base_url: 'the service of an outgoing webhook',
  service_payload_url: 'the same',
  navigation_tour_video_url: 'null: there is no such video',
  terms_url: 'a page that the operator names',
  sso_url: 'an identity provider, which the organization chooses',
  jwks_url: 'an identity provider, which the organization chooses',
  slo_url: 'the same',
  logout_url: 'the same',
  metadata_url: 'the same',
  server_url: 'a directory, which the organization chooses',
  display_icon: 'a picture of the same',
  redirect_uri: 'this server, in the middle of a login: tests/api/external-logins.test.ts',
  metadata_uri: 'this server, for a provider: tests/api/saml-logins.test.ts',
}

const handingOut = endpoints.filter(
  ({ response, isFile, isEventStream }) =>
    !isFile && !isEventStream && addressNamesOf(Type.Object(response)).length > 0,
)

describe('each address in an answer of the server', () => {
  const server = useTestServer()
  let owner: Person
  let queue: Queue
  let addresses: Addresses

  beforeAll(async () => {
    owner = server.owner
    addresses = new Addresses(server.url)
    queue = await owner.register({ apply_markdown: true })
  })

  /** Fetches what the latest step handed out, in its events, too. */
  const expectAllAlive = async () => {
    for (const event of await owner.pollNow(queue)) addresses.take(`event ${event.type}`, event)
    expect(await addresses.findDead(server.url, owner)).toEqual([])
  }

  it('leads somewhere in messages, their reactions and their events', async () => {
    await owner.upload('/realm/emoji/still', await picture(), 'still.png')
    await owner.upload('/realm/emoji/moving', await animation(), 'moving.gif')
    const [shown, sound, film, text] = [
      await uploadedBy(owner),
      await uploadedBy(owner, 'a.mp3', Buffer.from('x'), 'audio/mpeg'),
      await uploadedBy(owner, 'a.mp4', Buffer.from('x'), 'video/mp4'),
      await uploadedBy(owner, 'ünï 1.txt', Buffer.from('x'), 'text/plain'),
    ]
    const { id: streamId, name } = await server.stream('linked', { subscribers: [owner] })
    const first = await owner.send(name, 'lunch', ':zulip: :still: :moving: :smile: :tada:')
    const id = await owner.send(
      name,
      'lunch',
      [
        `@**Owner** #**linked** #**linked>lunch** #**linked>lunch@${first}**`,
        `[s](${shown}) [a](${sound}) [f](${film}) [t](${text}) ![p](${shown})`,
        `${server.url}/#narrow/channel/${streamId} https://ex.org/cat.png`,
      ].join('\n\n'),
    )
    for (const emoji_name of ['zulip', 'still', 'moving']) {
      expectSuccess(await owner.post(`/messages/${id}/reactions`, { emoji_name }))
    }
    for (const apply_markdown of [true, false]) {
      const args = { anchor: 'newest' as const, num_before: 5, num_after: 0, apply_markdown }
      addresses.take('GET /messages', await owner.call('GET /messages', args))
    }
    await expectAllAlive()
  })

  it.each(handingOut.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    'leads somewhere in answers of %s %s and their events',
    async (method, path, endpoint) => {
      const call = await sampleCall(server, endpoint)
      const args = encodeAll(call.args)
      addresses.take(`${method} ${path}`, (await callWith(server, endpoint, call, args)).body)
      await expectAllAlive()
    },
  )

  it('leads somewhere in lists of finished exports and imports', async () => {
    for (const made of ['/user_avatars/exports/', '/api/v1/import/realm/{import_id}/report']) {
      const endpoint = endpoints.find(
        ({ path, method }) => path.startsWith(made) && method === 'GET',
      )
      if (endpoint) await sampleCall(server, endpoint)
    }
    addresses.take('GET /export/realm', await owner.call('GET /export/realm'))
    addresses.take('GET /import/realm', await owner.call('GET /import/realm'))
    await expectAllAlive()
  })

  it('leads somewhere in the initial state', async () => {
    const everything = { fetch_event_types: undefined, apply_markdown: true }
    for (const client_gravatar of [true, false]) {
      addresses.take('POST /register', await owner.register({ ...everything, client_gravatar }))
    }
    await expectAllAlive()
  })

  it.each([
    '/',
    '/login',
    '/api',
    '/api/v1/openapi.json',
    '/manifest.webmanifest',
    '/manifest.de.webmanifest',
    '/service-worker.js',
    '/nothing',
    '/json/nothing',
  ])('leads somewhere in the page at %s', async (path) => {
    const { body, headers } = await owner.file(path)
    const isJson = /json|manifest/.test(present(headers['content-type'], 'content-type'))
    const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)
    if (isJson) addresses.take(path, pathsIn(JSON.parse(text)))
    else addresses.takePage(path, text)
    await expectAllAlive()
  })

  it('is in a member of answers that these tests know', () => {
    const declared = new Set(
      handingOut.flatMap(({ response }) => addressNamesOf(Type.Object(response))),
    )
    const missing = [...declared].filter(
      (name) => !addresses.members.has(name) && !Object.hasOwn(addressesOfOthers, name),
    )
    expect(missing).toEqual([])
  })
})

/** Members of the manifest that hold addresses, under names that answers use. */
function pathsIn(manifest: unknown): unknown {
  return JSON.parse(JSON.stringify(manifest).replaceAll(/"(src|start_url|scope)":/g, '"url":'))
}
