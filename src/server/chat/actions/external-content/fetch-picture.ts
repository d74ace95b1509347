import { rm, writeFile } from 'node:fs/promises'
import type { Files } from '../../../stores/files/files'
import { serverVersion } from '../../../../shared/server-version'
import type { AddressPolicy } from '../../rules/outgoing/addresses'
import { readBytes } from '../../rules/outgoing/guarded-request'
import { requestFollowing } from '../../rules/outgoing/redirects'

/** A verified picture of another host. */
export interface ExternalPicture {
  bytes: Buffer
  contentType: string
}

/** The other host's answer is not a picture that can be shown. The error's message is for the log. */
class NoPictureError extends Error {
  override name = 'NoPictureError'
}

export interface FetchOptions {
  addresses: AddressPolicy
  files: Pick<Files, 'incoming' | 'pictures'>
  /** Max time for the whole fetch, redirects included. */
  timeoutMs: number
}

/** Pictures of other hosts belong to no account, and share one turn. */
const nobody = { realmId: 0, userId: 0 }
const mostBytes = 8 * 1024 * 1024

/** No data of the reader is sent: no cookie, address or referrer. */
const headers = {
  accept: 'image/*',
  'accept-encoding': 'identity',
  'user-agent': `Parley/${serverVersion.zulip_version} (pictures)`,
}

/**
 * Fetches a picture of another host. Accepts only formats that browsers show and that hold no code, whatever
 * content type the host declares.
 *
 * @throws NoPictureError, NoAnswerError, ForbiddenAddressError, PicturesBusyError; Node's error if there is no answer
 * Source: docs/protocol/markdown.md#external-pictures.
 */
export async function fetchPicture(url: URL, options: FetchOptions): Promise<ExternalPicture> {
  const bytes = await download(url, options)
  const { incoming, pictures } = options.files
  const copy = await incoming.newPath()
  try {
    await writeFile(copy, bytes, { flag: 'wx' })
    const facts = await pictures.of(nobody).describe(copy)
    if (!facts) throw new NoPictureError('what came is no picture')
    return { bytes, contentType: facts.contentType }
  } finally {
    await rm(copy, { force: true })
  }
}

async function download(
  url: URL,
  { addresses, timeoutMs }: Pick<FetchOptions, 'addresses' | 'timeoutMs'>,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { response } = await requestFollowing(url, { headers, addresses, signal })
  const type = response.headers['content-type']
  if (!isPictureType(type)) {
    response.destroy()
    throw new NoPictureError(`type ${type ?? 'unknown'}`)
  }
  return readBytes(response, mostBytes, () => new NoPictureError('it is too large'))
}

function isPictureType(contentType = ''): boolean {
  return /^image\/(?!svg)/i.test(contentType.trim())
}
