import type { Endpoint } from '../../src/http/endpoint'
import { encode } from './person'
import type { Arguments, Person } from './person'
import type { TestServer } from './test-server'

/** A call of an endpoint that succeeds. */
export interface SampleCall {
  /** It succeeds only once. */
  isSpent?: true
  /** Absent: the endpoint does not ask who calls. */
  caller?: Person
  /** Texts as they go over the wire, by name; those of the path too. */
  args: Record<string, string>
  /** What a webhook posts. */
  payload?: object
}

/** Makes what the endpoint's call needs (a stream, a bot) and answers that call. */
export async function sampleCall(server: TestServer, endpoint: Endpoint): Promise<SampleCall> {
  const name = `${endpoint.method} ${endpoint.path.replace('/api/v1', '')}`
  const sample = samples[name]
  if (!sample) throw new Error(`There is no sample call of ${name}`)
  return sample(server)
}

type Sample = (server: TestServer) => Promise<SampleCall>

let made = 0
/** A name that nothing has yet. */
const fresh = (word: string): string => `${word}${(made += 1)}`

/** A call of the owner, who may do everything. */
const byOwner =
  (args: Arguments | ((server: TestServer) => Promise<Arguments>) = {}): Sample =>
  async (server) => ({
    caller: server.owner,
    args: encode(typeof args === 'function' ? await args(server) : args),
  })

/** A call of somebody who was made for it. */
const bySomebody: Sample = async (server) => ({ caller: await somebody(server), args: {} })

/** A call that uses up what was made for it. */
const once =
  (sample: Sample): Sample =>
  async (server) => ({ ...(await sample(server)), isSpent: true })

const somebody = (server: TestServer) => server.user(fresh('somebody'))
const aUser = async (server: TestServer) => ({ user_id: (await somebody(server)).id })
const aBot = async (server: TestServer) => ({
  bot_id: (await server.bot(server.owner, fresh('helper'))).id,
})
const aStream = (server: TestServer) =>
  server.stream(fresh('stream'), { subscribers: [server.owner] })
const aStreamId = async (server: TestServer) => ({ stream_id: (await aStream(server)).id })
const aQueue = async (server: TestServer) => ({
  queue_id: (await server.owner.register()).queue_id,
})
const aCursor = async (server: TestServer) => ({ ...(await aQueue(server)), last_event_id: -1 })
const aMessage = async ({ owner }: TestServer) => ({
  pointer: await owner.sendPrivately([owner.id], 'note to self'),
})

const samples: Readonly<Record<string, Sample>> = {
  'POST /register': byOwner({ fetch_event_types: [] }),
  // Without a queue it registers one, so that every argument counts.
  'GET /events': byOwner({ last_event_id: -1, dont_block: true }),
  'DELETE /events': once(byOwner(aQueue)),
  'GET /events/stream': byOwner(aCursor),
  'POST /events/acknowledge': byOwner(aCursor),

  'GET /streams': byOwner(),
  'GET /get_stream_id': byOwner({ stream: 'general' }),
  'PATCH /streams/{stream_id}': byOwner(async (server) => ({
    ...(await aStreamId(server)),
    description: 'changed',
  })),
  'DELETE /streams/{stream_id}': once(byOwner(aStreamId)),
  'GET /streams/{stream_id}/members': byOwner(aStreamId),
  'GET /users/me/{stream_id}/topics': byOwner(aStreamId),

  'GET /users/me/subscriptions': byOwner(),
  'POST /users/me/subscriptions': byOwner(async () => ({
    subscriptions: [{ name: fresh('new stream') }],
  })),
  'DELETE /users/me/subscriptions': once(
    byOwner(async (server) => ({
      subscriptions: [(await aStream(server)).name],
    })),
  ),
  'POST /users/me/subscriptions/properties': byOwner(async (server) => ({
    subscription_data: [{ ...(await aStreamId(server)), property: 'pin_to_top', value: true }],
  })),
  'PATCH /users/me/subscriptions/{stream_id}': byOwner(async (server) => ({
    ...(await aStreamId(server)),
    property: 'pin_to_top',
    value: true,
  })),

  'GET /users/me': byOwner(),
  'GET /users': byOwner(),
  'POST /users': once(
    byOwner(async () => ({
      email: `${fresh('new')}@parley.test`,
      password: 'long enough',
      full_name: 'New Person',
    })),
  ),
  'GET /users/{user_id}': byOwner(async ({ owner }) => ({ user_id: owner.id })),
  'PATCH /users/{user_id}': byOwner(async (server) => ({
    ...(await aUser(server)),
    full_name: 'Another Name',
  })),
  'DELETE /users/{user_id}': once(byOwner(aUser)),
  'POST /users/{user_id}/reactivate': byOwner(aUser),
  'DELETE /users/me': once(bySomebody),
  'POST /users/me/api_key/regenerate': once(bySomebody),
  'GET /users/me/pointer': byOwner(),
  'POST /users/me/pointer': byOwner(aMessage),
  'PUT /users/me/pointer': byOwner(aMessage),

  'POST /messages': byOwner({ type: 'stream', to: 'general', topic: 'lunch', content: 'pizza?' }),
  'POST /messages/render': byOwner({ content: '**pizza**' }),

  'POST /external/{integration_name}': async (server) => {
    const { apiKey } = await server.bot(server.owner, fresh('hook'), 2)
    return {
      args: { integration_name: 'helloworld', api_key: apiKey, stream: 'general', topic: 'news' },
      payload: { featured_title: 'Pizza', featured_url: 'https://pizza.test' },
    }
  },

  'GET /bots': byOwner(),
  'POST /bots': once(
    byOwner(async () => {
      const name = fresh('newbot')
      return { full_name: name, short_name: name }
    }),
  ),
  'PATCH /bots/{bot_id}': byOwner(async (server) => ({
    ...(await aBot(server)),
    default_all_public_streams: true,
  })),
  'DELETE /bots/{bot_id}': once(byOwner(aBot)),
  'POST /bots/{bot_id}/api_key/regenerate': byOwner(aBot),

  'GET /server_settings': async () => ({ args: {} }),
  'POST /fetch_api_key': async (server) => {
    const name = fresh('somebody')
    const { email } = await server.user(name)
    return { args: { username: email, password: `password of ${name}` } }
  },
}
