import { asNumber, present } from '../support/checked'
import { ownerApiKey, ownerEmail } from '../support/config'
import type { OwnPostgres } from '../support/own-postgres'
import { call } from './http'
import type { Account, Call } from './http'

const readerAccounts = 6
const senderAccounts = 5
const patienceMs = 30_000

/** A stream for the run's messages. */
export interface Stream {
  id: number
  name: string
  subscribers: ReadonlySet<number>
}

/** The participants, created before the first fault. */
export interface Cast {
  owner: Account
  readers: readonly Account[]
  senders: readonly Account[]
  /** All are subscribed to the first; every other reader to the second. */
  streams: readonly [Stream, Stream]
}

export async function makeCast(origin: string, postgres: OwnPostgres): Promise<Cast> {
  const owner: Account = { id: 0, email: ownerEmail, apiKey: ownerApiKey }
  const ask = async (request: Omit<Call, 'timeoutMs'>): Promise<Record<string, unknown>> => {
    const { status, body } = await call(origin, owner, { ...request, timeoutMs: patienceMs })
    if (status !== 200) throw new Error(`${request.path}: ${JSON.stringify(body)}`)
    return body
  }
  const makeAccount = async (name: string): Promise<Account> => {
    const email = `${name}@parley.test`
    const args = { email, full_name: name, short_name: name, password: `password of ${name}` }
    const { user_id: id } = await ask({ method: 'POST', path: '/users', args })
    const [row] = await postgres.query<{ api_key: string }>(
      'select api_key from users where id = $1',
      [id],
    )
    return { id: asNumber(id), email, apiKey: present(row?.api_key, 'api_key') }
  }
  const makeStream = async (name: string, members: readonly Account[]): Promise<Stream> => {
    const principals = [owner, ...members].map((member) => member.email)
    const args = { subscriptions: [{ name }], principals }
    await ask({ method: 'POST', path: '/users/me/subscriptions', args })
    const { stream_id: id } = await ask({
      method: 'GET',
      path: '/get_stream_id',
      args: { stream: name },
    })
    return { id: asNumber(id), name, subscribers: new Set(members.map((member) => member.id)) }
  }

  const readers = await inTurn(readerAccounts, (index) => makeAccount(`reader${index}`))
  const senders = await inTurn(senderAccounts, (index) => makeAccount(`sender${index}`))
  const halfOfReaders = readers.filter((_, index) => index % 2 === 0)
  const streams: Cast['streams'] = [
    await makeStream('flow', [...readers, ...senders]),
    await makeStream('brook', [...halfOfReaders, ...senders]),
  ]
  return { owner, readers, senders, streams }
}

async function inTurn<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index += 1) made.push(await make(index))
  return made
}
