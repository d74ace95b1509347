import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../../../data/engine/database'
import { findExternalPicturesSecret } from '../../../data/realms/secrets'
import { Semaphore, KeyedSemaphore } from '../../../lib/semaphore'
import { fixedError, ServiceUnavailableError } from '../../../lib/api-error'
import { signedUrl } from '../../../text/external-content'
import { fetchMedium } from './fetch-medium'
import type { ExternalMedium, FetchOptions } from './fetch-medium'

/**
 * The same refusal for every reason, since the answer must not reveal which hosts this server can reach.
 * Source: docs/protocol/markdown.md#external-pictures.
 */
export class ExternalPictureNotFoundError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description:
    'The address was not signed here, or there is no picture or sound at the one it stands for.',
  example: 'Picture not found',
}) {}

/** A signed address, as it appears in messages. */
interface SignedAddress {
  /** Subdomain of the organization whose secret signed the address. */
  subdomain: string
  signature: string
  /** The address at the other host in hex. */
  hex: string
}

/** Proxy for pictures and sound of other hosts: this server fetches them instead of the reader's browser. */
export interface ExternalPictures {
  /**
   * A verified picture or sound.
   * @throws ExternalPictureNotFoundError; ServiceUnavailableError when too many fetches are waiting
   */
  read(address: SignedAddress): Promise<ExternalMedium>
  /** A picture for this server's own use; undefined if there is none, or the server is too busy. */
  find(url: URL): Promise<ExternalMedium | undefined>
}

export interface ExternalPicturesOptions extends FetchOptions {
  db: Pick<Database, 'query'>
  log: Logger
}

/** Max concurrent fetches, in total and from one host, so that a slow host does not block the others. */
const fetchesAtOnce = 8
const fetchesAtOnceOfHost = 3
const mostWaiting = 60
/** Size of a worker's cache. */
const keptBytes = 32 * 1024 * 1024
const keptMs = 3_600_000
/** How long a failed fetch is cached, so that many readers of a message do not repeat it. */
const missingMs = 60_000
const mostMissing = 1_000

/** Fetches each once, a few at a time, and caches recent ones. */
export function createExternalPictures(options: ExternalPicturesOptions): ExternalPictures {
  const { db, log } = options
  const refusal = () => new ServiceUnavailableError(5_000)
  const turns = new Semaphore({ mostAtOnce: fetchesAtOnce, mostWaiting, refusal })
  const turnsOfHosts = new KeyedSemaphore<string>({
    ...{ mostAtOnce: fetchesAtOnceOfHost, mostWaiting, refusal },
  })
  const kept = new LRUCache<string, ExternalMedium>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    ttl: keptMs,
  })
  const missing = new LRUCache<string, true>({ max: mostMissing, ttl: missingMs })
  const coming = new Map<string, Promise<ExternalMedium>>()

  function fetchOnce(url: URL): Promise<ExternalMedium> {
    const { href } = url
    const begun = coming.get(href)
    if (begun) return begun
    const picture = turnsOfHosts
      .take(url.host, () => turns.take(() => fetchMedium(url, options)))
      .then((fetched) => {
        kept.set(href, fetched)
        return fetched
      })
      .catch((error: unknown) => {
        if (error instanceof ServiceUnavailableError) throw error
        missing.set(href, true)
        log.info({ err: error, host: url.host }, 'could not fetch a picture')
        throw new ExternalPictureNotFoundError()
      })
      .finally(() => coming.delete(href))
    coming.set(href, picture)
    return picture
  }

  async function get(url: URL): Promise<ExternalMedium> {
    if (missing.has(url.href)) throw new ExternalPictureNotFoundError()
    return kept.get(url.href) ?? fetchOnce(url)
  }

  return {
    async read({ subdomain, signature, hex }) {
      const secret = await findExternalPicturesSecret(db.query, subdomain)
      const url = secret === undefined ? undefined : signedUrl(signature, hex, secret)
      if (!url) throw new ExternalPictureNotFoundError()
      return get(url)
    },
    async find(url) {
      const medium = await get(url).catch(() => undefined)
      return medium?.contentType.startsWith('image/') ? medium : undefined
    },
  }
}
