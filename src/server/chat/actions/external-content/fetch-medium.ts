import { rm, writeFile } from 'node:fs/promises'
import type { Files } from '../../../stores/files/files'
import { serverVersion } from '../../../wire/server-version'
import type { AddressPolicy } from '../../rules/outgoing/addresses'
import { readBytes } from '../../rules/outgoing/guarded-request'
import { requestFollowing } from '../../rules/outgoing/redirects'
import { soundTypeOf } from './sound-format'
import { patientSignal } from '../../../lib/patience'

/** A verified picture or sound of another host. */
export interface ExternalMedium {
  bytes: Buffer
  contentType: string
}

/** The other host's answer is no picture or sound that can be shown. The error's message is for the log. */
class NoMediumError extends Error {
  override name = 'NoMediumError'
}

export interface FetchOptions {
  addresses: AddressPolicy
  files: Pick<Files, 'incoming' | 'pictures'>
  /** Max time for the whole fetch, redirects included. */
  timeoutMs: number
}

/** Pictures of other hosts belong to no account, and share one place in the queue. */
const nobody = { realmId: 0, userId: 0 }
const mostBytes = 8 * 1024 * 1024

/** No data of the reader is sent: no cookie, address or referrer. */
const headers = {
  accept: 'image/*, audio/*',
  'accept-encoding': 'identity',
  'user-agent': `Parley/${serverVersion.zulip_version} (pictures)`,
}

/**
 * Fetches a picture or sound of another host. Accepts only formats that browsers show and that hold no code, whatever
 * content type of a picture or of sound the host declares.
 *
 * @throws NoMediumError, NoAnswerError, ForbiddenAddressError, PicturesBusyError; Node's error if there is no answer
 * Source: docs/protocol/markdown.md#external-pictures.
 */
export async function fetchMedium(url: URL, options: FetchOptions): Promise<ExternalMedium> {
  const { bytes, isSound } = await download(url, options)
  const contentType = isSound ? soundTypeOf(bytes) : await pictureTypeOf(bytes, options)
  if (contentType === undefined) throw new NoMediumError('what came is no picture or sound')
  return { bytes, contentType }
}

async function pictureTypeOf(bytes: Buffer, options: FetchOptions): Promise<string | undefined> {
  const { incoming, pictures } = options.files
  const copy = await incoming.newPath()
  try {
    await writeFile(copy, bytes, { flag: 'wx' })
    const facts = await pictures.of(nobody).describe(copy)
    return facts?.contentType
  } finally {
    await rm(copy, { force: true })
  }
}

async function download(
  url: URL,
  { addresses, timeoutMs }: Pick<FetchOptions, 'addresses' | 'timeoutMs'>,
): Promise<{ bytes: Buffer; isSound: boolean }> {
  const signal = patientSignal(timeoutMs)
  const { response } = await requestFollowing(url, { headers, addresses, signal })
  const type = response.headers['content-type']
  const kind = kindOf(type)
  if (!kind) {
    response.destroy()
    throw new NoMediumError(`type ${type ?? 'unknown'}`)
  }
  const bytes = await readBytes(response, mostBytes, () => new NoMediumError('it is too large'))
  return { bytes, isSound: kind === 'sound' }
}

function kindOf(contentType = ''): 'picture' | 'sound' | undefined {
  const type = contentType.trim()
  if (/^(?:audio\/|application\/ogg\b)/i.test(type)) return 'sound'
  return /^image\/(?!svg)/i.test(type) ? 'picture' : undefined
}
