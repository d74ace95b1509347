import { AndFilter, Client, EqualityFilter, ResultCodeError } from 'ldapts'
import type { Entry, Filter } from 'ldapts'
import type { connect } from 'node:net'
import type { AppContext } from '../../../context'
import { KeyedSemaphore } from '../../../lib/semaphore'
import { LoginFailedError } from '../../errors'
import { filterOf } from '../../providers/directory-options'
import type { IdentityProvider } from '../../providers/find-providers'
import { attributeNames, loginAttributeOf } from './attributes'
import { openSocket } from './open-socket'

/** Max time to connect, and of each request. */
const patienceMs = 10_000
/** Connections of this worker to the directories of one organization, and logins that wait for one. */
const connectionsAtOnce = 8
const mostWaiting = 100
/** People on a page of a search. */
const pageSize = 500

const connections = new KeyedSemaphore<number>({
  mostAtOnce: connectionsAtOnce,
  mostWaiting,
  refusal: () => new LoginFailedError('Too many people log in at the moment. Please try again.'),
})

/** Code of the result of a bind with a wrong password (RFC 4511, appendix A). */
const invalidCredentials = 49

/** A directory in which this server searches. */
export interface Directory {
  /** People who log in by a name, two at most. */
  findByName(name: string): Promise<Entry[]>
  /** The people of the filter, in pages. */
  listPeople(): AsyncIterable<Entry[]>
  /** How many people the filter finds. */
  countPeople(): Promise<number>
  /** Entries with some attributes, in pages. */
  search(base: string, filter: Filter, attributes: readonly string[]): AsyncIterable<Entry[]>
  /** Whether a password is right. The connection searches as before afterwards. */
  isPasswordOf(dn: string, password: string): Promise<boolean>
}

/**
 * Works with a directory on a connection of its own, which ends with the work.
 * @throws RefusedByProvider, ForbiddenAddressError, errors of node and ldapts; LoginFailedError if too many wait
 */
export async function withDirectory<Result>(
  { addresses }: Pick<AppContext, 'addresses'>,
  provider: IdentityProvider,
  work: (directory: Directory) => Promise<Result>,
): Promise<Result> {
  return connections.take(provider.realmId, async () => {
    const opening = new AbortController()
    const timer = setTimeout(() => opening.abort(new TimeoutError()), patienceMs)
    const socket = await openSocket(addresses, provider.options, opening.signal).finally(() =>
      clearTimeout(timer),
    )
    let isTaken = false
    const client = new Client({
      // The connection is open, so the client has nothing to do with its address.
      url: 'ldap://directory',
      timeout: patienceMs,
      createConnection: (() => {
        if (isTaken) throw new Error('The directory has closed the connection.')
        isTaken = true
        return socket
      }) as unknown as typeof connect,
    })
    try {
      await bindToSearch(client, provider)
      return await work(directoryOf(client, provider))
    } finally {
      socket.destroy()
    }
  })
}

class TimeoutError extends Error {
  override name = 'TimeoutError'

  constructor() {
    super(`no answer within ${patienceMs / 1_000} s`)
  }
}

/** @throws LoginFailedError if the directory refuses the name or the password of this server */
async function bindToSearch(
  client: Client,
  { name, options: { bind_dn: dn = '' }, secret = '' }: IdentityProvider,
): Promise<void> {
  if (dn === '') return
  try {
    // A bind without a password succeeds as nobody.
    if (secret === '') throw new LoginFailedError(cannotSearch(name), { reason: 'no password' })
    await client.bind(dn, secret)
  } catch (error) {
    if (!(error instanceof ResultCodeError) && !(error instanceof LoginFailedError)) throw error
    throw new LoginFailedError(cannotSearch(name), {
      ...{ reason: `${name} refuses ${dn}: ${error.message}`, cause: error },
    })
  }
}

const cannotSearch = (name: string) =>
  `${name} does not let this server in. Please tell an administrator.`

function directoryOf(client: Client, provider: IdentityProvider): Directory {
  const { options } = provider
  const { search_base: base = '' } = options
  const attributes = attributeNames(options)
  const { picture_attribute: picture } = options
  const binary = [...binaryNames, ...(picture === undefined ? [] : [picture])]
  const asked = { scope: 'sub', attributes, explicitBufferAttributes: binary } as const
  return {
    async findByName(name) {
      const named = new EqualityFilter({ attribute: loginAttributeOf(options), value: name })
      const filter = new AndFilter({ filters: [filterOf(options), named] })
      const found = await client.search(base, { ...asked, filter, sizeLimit: 2 })
      return found.searchEntries
    },
    listPeople: () => pagesOf(client, base, { ...asked, filter: filterOf(options) }),
    async countPeople() {
      let count = 0
      const filter = filterOf(options)
      const asked = { attributes: [noAttributes], filter }
      for await (const page of pagesOf(client, base, asked)) count += page.length
      return count
    },
    search: (below, filter, names) =>
      pagesOf(client, below, { scope: 'sub', filter, attributes: [...names] }),
    async isPasswordOf(dn, password) {
      // Either would be a bind as nobody, which succeeds.
      if (dn === '' || password === '') return false
      try {
        await client.bind(dn, password)
      } catch (error) {
        const isWrong = error instanceof ResultCodeError
        if (isWrong && error.code === invalidCredentials) return false
        throw error
      }
      await bindToSearch(client, provider)
      return true
    },
  }
}

/** Asks for the names of entries alone (RFC 4511, 4.5.1.8). */
const noAttributes = '1.1'

/** Attributes whose values are bytes. */
const binaryNames = ['objectGUID', 'objectSid', 'jpegPhoto', 'thumbnailPhoto', 'userCertificate']

async function* pagesOf(
  client: Client,
  base: string,
  options: Parameters<Client['search']>[1],
): AsyncIterable<Entry[]> {
  for await (const page of client.searchPaginated(base, {
    ...{ ...options, scope: 'sub', paged: { pageSize } },
  })) {
    yield page.searchEntries
  }
}
