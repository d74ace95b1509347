import { rm, writeFile } from 'node:fs/promises'
import type { Files } from '../../files/files'
import { serverVersion } from '../../wire/server-version'
import type { AddressPolicy } from '../outgoing/addresses'
import { readBytes, requestGuarded } from '../outgoing/guarded-request'

/** A picture of another host, checked. */
export interface ExternalPicture {
  bytes: Buffer
  contentType: string
}

/** What another host has is nothing that readers could be shown. Its message is for the log. */
export class NoPictureError extends Error {
  override name = 'NoPictureError'
}

export interface FetchOptions {
  addresses: AddressPolicy
  files: Pick<Files, 'incoming' | 'pictures'>
  /** Time for all of it. */
  timeoutMs: number
}

const mostBytes = 8 * 1024 * 1024
const mostRedirections = 3

/** Nothing of the reader goes along: no cookie, no address, no page that they come from. */
const headers = {
  accept: 'image/*',
  'accept-encoding': 'identity',
  'user-agent': `Parley/${serverVersion.zulip_version} (pictures)`,
}

/**
 * Fetches a picture of another host: one that browsers show and that holds no code, whatever the host
 * says that it is.
 *
 * @throws NoPictureError, ForbiddenAddressError, PicturesBusyError; the error of node without an answer
 * Source: docs/protocol/markdown.md#external-pictures.
 */
export async function fetchPicture(url: URL, options: FetchOptions): Promise<ExternalPicture> {
  const bytes = await download(url, options)
  const { incoming, pictures } = options.files
  const copy = await incoming.newPath()
  try {
    await writeFile(copy, bytes, { flag: 'wx' })
    const facts = await pictures.describe(copy)
    if (!facts) throw new NoPictureError('what came is no picture')
    return { bytes, contentType: facts.contentType }
  } finally {
    await rm(copy, { force: true })
  }
}

async function download(
  first: URL,
  { addresses, timeoutMs }: Pick<FetchOptions, 'addresses' | 'timeoutMs'>,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = first
  for (let redirections = 0; redirections <= mostRedirections; redirections++) {
    requireWebAddress(url)
    // Each place that it leads to is checked like the first.
    const response = await requestGuarded(url, { method: 'GET', headers, addresses, signal })
    const { statusCode = 0, headers: said } = response
    if (statusCode >= 300 && statusCode < 400 && said.location !== undefined) {
      response.destroy()
      url = resolve(said.location, url)
      continue
    }
    if (statusCode !== 200 || !isPictureType(said['content-type'])) {
      response.destroy()
      throw new NoPictureError(`status ${statusCode}, type ${said['content-type'] ?? 'unknown'}`)
    }
    return readBytes(response, mostBytes, () => new NoPictureError('it is too large'))
  }
  throw new NoPictureError('it leads from place to place')
}

/** Nothing else is asked, and nobody is logged in for anybody. */
function requireWebAddress({ protocol, username, password }: URL): void {
  const isWeb = protocol === 'http:' || protocol === 'https:'
  if (!isWeb || username !== '' || password !== '') throw new NoPictureError('not a web address')
}

function resolve(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new NoPictureError('it leads nowhere')
  return new URL(location, from)
}

function isPictureType(contentType = ''): boolean {
  return /^image\/(?!svg)/i.test(contentType.trim())
}
