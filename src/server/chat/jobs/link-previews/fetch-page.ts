import { TextDecoder } from 'node:util'
import { serverVersion } from '../../../wire/server-version'
import type { AddressPolicy } from '../../rules/outgoing/addresses'
import { requestFollowing } from '../../rules/outgoing/redirects'
import { HeadReader } from './read-head'
import type { PageFacts } from './read-head'
import { patientSignal } from '../../../lib/patience'

/** The other host's answer is not a page. The error's message is for the log. */
class NoPageError extends Error {
  override name = 'NoPageError'
}

export interface FetchPageOptions {
  addresses: AddressPolicy
  /** Max time for the whole fetch, redirects included. */
  timeoutMs: number
}

/** Max bytes that are read of a page; its head is nearly always within the first tenth. */
const mostBytes = 1_048_576
const longestTitle = 200
const longestDescription = 400
/** Addresses of pictures above this length cannot be signed. */
const longestImageUrl = 2_000

/** No data of the reader or the writer is sent: no cookie, address or referrer. */
const headers = {
  accept: 'text/html',
  'accept-encoding': 'identity',
  'user-agent': `Parley/${serverVersion.zulip_version} (previews)`,
}

/**
 * The facts that a page states about itself; its picture has an absolute address.
 *
 * @throws NoPageError, NoAnswerError, ForbiddenAddressError; Node's error if there is no answer
 * Source: docs/protocol/markdown.md#page-previews.
 */
export async function fetchPage(
  first: URL,
  { addresses, timeoutMs }: FetchPageOptions,
): Promise<PageFacts> {
  const signal = patientSignal(timeoutMs)
  const { response, url } = await requestFollowing(first, { headers, addresses, signal })
  try {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } =
      response.headers
    if (!/^text\/html\s*(?:;|$)/i.test(type.trim())) throw new NoPageError(`type ${type}`)
    // The request asked for no compression; a few compressed bytes could become gigabytes.
    if (encoding !== 'identity') throw new NoPageError(`encoding ${encoding}`)
    const facts = await readHead(response, type)
    // At the timeout, a body without a length looks complete.
    signal.throwIfAborted()
    return cleaned(facts, url)
  } finally {
    response.destroy()
  }
}

/** Reads to the end of the head, of the page or of the limit. */
async function readHead(body: AsyncIterable<Buffer>, type: string): Promise<PageFacts> {
  const reader = new HeadReader()
  let decoder: TextDecoder | undefined
  let bytes = 0
  for await (const chunk of body) {
    decoder ??= decoderOf(type, chunk)
    reader.write(decoder.decode(chunk, { stream: true }))
    bytes += chunk.length
    if (reader.isDone || bytes >= mostBytes) break
  }
  return reader.facts()
}

const charset = /charset\s*=\s*(?:["']\s*)?([\w-]{1,40})/i

/** The charset that a header or the beginning of a page names. */
export function charsetIn(text: string): string | undefined {
  return charset.exec(text)?.[1]
}

/** A decoder for the charset that the header or the first kilobyte of the page names. */
function decoderOf(type: string, begin: Buffer): TextDecoder {
  try {
    return new TextDecoder(
      charsetIn(type) ?? charsetIn(begin.toString('latin1', 0, 1_024)) ?? 'utf-8',
    )
  } catch {
    return new TextDecoder()
  }
}

function cleaned({ title, description, image }: PageFacts, page: URL): PageFacts {
  return {
    title: plain(title, longestTitle),
    description: plain(description, longestDescription),
    image: absolute(image.trim(), page),
  }
}

/** A line of visible characters. */
function plain(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    // Characters that change the direction of the text after them.
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  const characters = [...line]
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}

function absolute(address: string, page: URL): string {
  if (address === '' || !URL.canParse(address, page.href)) return ''
  const { href, protocol } = new URL(address, page)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && href.length <= longestImageUrl ? href : ''
}
