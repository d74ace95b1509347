import type { Logger } from 'pino'
import type { Database } from '../../../data/engine/database'
import { keepLinkPreviews, listLinkPreviews } from '../../../data/messages/link-previews'
import type { KnownPreview } from '../../../data/messages/link-previews'
import { KeyedSemaphore, Semaphore } from '../../../lib/semaphore'
import { ServiceUnavailableError } from '../../../lib/api-error'
import type { PageEmbed } from '../../../text/markdown/page-embeds'
import { fetchPage } from './fetch-page'
import type { FetchPageOptions } from './fetch-page'

interface PageReaderOptions extends FetchPageOptions {
  db: Pick<Database, 'query'>
  log: Logger
}

/** The previews of pages, from the cache of the realm or from their hosts; pages without one are missing. */
export type ReadPages = (
  realmId: number,
  urls: readonly string[],
) => Promise<Readonly<Record<string, PageEmbed>>>

/** Max concurrent requests of a worker, in total and to one host, so that a slow host does not block the others. */
const fetchesAtOnce = 8
const fetchesAtOnceOfHost = 3
/** More than the pages of all concurrent jobs. */
const mostWaiting = 200
const keptSeconds = 30 * 86_400
/** Lifetime of a failure, so that a page that many messages link is not requested for each. */
const failureKeptSeconds = 3_600

/** Makes the page reader of a worker. */
export function createPageReader(options: PageReaderOptions): ReadPages {
  const { db, log } = options
  const refusal = (): Error => new ServiceUnavailableError(5_000)
  const turns = new Semaphore({ mostAtOnce: fetchesAtOnce, mostWaiting, refusal })
  const turnsOfHosts = new KeyedSemaphore<string>({
    ...{ mostAtOnce: fetchesAtOnceOfHost, mostWaiting, refusal },
  })

  async function read(href: string): Promise<KnownPreview> {
    const url = new URL(href)
    try {
      const { image, ...texts } = await turnsOfHosts.take(url.host, () =>
        turns.take(() => fetchPage(url, options)),
      )
      return { url: href, ...texts, image_url: image }
    } catch (error) {
      if (error instanceof ServiceUnavailableError) throw error
      log.info({ err: error, host: url.host }, 'could not read a page for its preview')
      return { url: href, title: '', description: '', image_url: '' }
    }
  }

  return async (realmId, urls) => {
    if (urls.length === 0) return {}
    const known = await listLinkPreviews(db.query, realmId, urls)
    const missing = urls.filter((url) => known.every((preview) => preview.url !== url))
    const fetched = await Promise.all(missing.map(read))
    await keepLinkPreviews(
      db.query,
      realmId,
      fetched.map((preview) => ({
        ...preview,
        lifetime_seconds: preview.title === '' ? failureKeptSeconds : keptSeconds,
      })),
    )
    return Object.fromEntries(
      [...known, ...fetched]
        .filter(({ title }) => title !== '')
        .map(({ url, title, description, image_url: image }) => [
          url,
          { title, description, image },
        ]),
    )
  }
}
