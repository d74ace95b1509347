import type { IncomingMessage } from 'node:http'

import type { BodyBudget } from './body-budget'
import { checkBodyHeaders, drainBody, hasBody, readBody } from './body'
import { decodeMultipart } from './multipart'
import { decodeUrlencoded } from './urlencoded'

/** The arguments of a request as text, from the URL and from the body. */
export class Arguments {
  readonly #merged: ReadonlyMap<string, string>

  constructor(
    readonly query: ReadonlyMap<string, string>,
    readonly form: ReadonlyMap<string, string>,
    /** The unparsed body; undefined unless requested. */
    readonly rawBody?: Buffer,
  ) {
    this.#merged = form.size === 0 ? query : new Map([...query, ...form])
  }

  /**
   * The value of an argument; if both the URL and the body have it, the one in the body.
   * Source: docs/protocol/requests.md#body-wins.
   */
  get(name: string): string | undefined {
    return this.#merged.get(name)
  }

  /** The names of all arguments in order of arrival, those of the URL first. */
  names(): Iterable<string> {
    return this.#merged.keys()
  }
}

export interface ReadOptions {
  maxBodyBytes: number
  /** Keep the unparsed body, whatever its format: webhooks choose it. */
  keepBody: boolean
  /** Bounds the unfinished bodies of the caller's account, or of all callers that are not authenticated yet. */
  budget?: BodyBudget | undefined
}

/**
 * Reads the arguments of any request: every method may carry them in the URL, in a urlencoded or
 * in a multipart body. Any other body is not an argument source and is ignored.
 *
 * Sources: docs/protocol/requests.md#merged, docs/protocol/requests.md#body-formats.
 *
 * @param query the query of the URL, without `?`
 * @throws ApiError for a request that cannot be read
 */
export function readArguments(
  request: IncomingMessage,
  query: string,
  options: ReadOptions,
): Arguments | Promise<Arguments> {
  checkBodyHeaders(request, options.maxBodyBytes)
  const fromQuery = decodeUrlencoded(query)
  return hasBody(request) || options.keepBody
    ? readWithBody(request, fromQuery, options)
    : new Arguments(fromQuery, none)
}

const none: ReadonlyMap<string, string> = new Map()

async function readWithBody(
  request: IncomingMessage,
  fromQuery: ReadonlyMap<string, string>,
  { maxBodyBytes, keepBody, budget }: ReadOptions,
): Promise<Arguments> {
  const format = formatOfBody(request)
  if (format === 'other' && !keepBody) {
    drainBody(request)
    return new Arguments(fromQuery, none)
  }

  const body = hasBody(request) ? await readBody(request, maxBodyBytes, budget) : Buffer.alloc(0)
  const isForm = format !== 'other' && body.length > 0 && !(keepBody && looksLikeJson(body))
  const form = isForm ? await decodeForm(format, request, body) : new Map<string, string>()
  return keepBody ? new Arguments(fromQuery, form, body) : new Arguments(fromQuery, form)
}

type BodyFormat = 'urlencoded' | 'multipart' | 'other'

function formatOfBody(request: IncomingMessage): BodyFormat {
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (mediaType === 'multipart/form-data') return 'multipart'
  if (mediaType === '' || mediaType === 'application/x-www-form-urlencoded') return 'urlencoded'
  // On these methods the protocol reads any body as a form unless it is labeled JSON.
  const isLenient = request.method !== undefined && /^(PUT|PATCH|DELETE)$/.test(request.method)
  return isLenient && !/json$/.test(mediaType ?? '') ? 'urlencoded' : 'other'
}

/** curl labels posted data as a form, even when a webhook expects JSON. */
function looksLikeJson(body: Buffer): boolean {
  return /^\s*[[{]/.test(body.toString('latin1', 0, 100))
}

function decodeForm(
  format: 'urlencoded' | 'multipart',
  request: IncomingMessage,
  body: Buffer,
): Promise<Map<string, string>> | Map<string, string> {
  return format === 'multipart'
    ? decodeMultipart(request.headers['content-type'] ?? '', body)
    : decodeUrlencoded(body.toString('latin1'))
}
