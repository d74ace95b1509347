import { InvalidPayloadError, MalformedJsonError, MissingPayloadFieldError } from './errors'

/**
 * `trailing-commas` accepts one comma before a closing brace, as the reference does: the
 * published sample payload of helloworld contains one.
 *
 * Source: docs/protocol/webhooks.md#trailing-commas.
 */
export type MalformedJsonTolerance = 'none' | 'trailing-commas'

/**
 * Max commas and brackets of a payload. A body of the allowed size could contain millions, which take half a second
 * to parse; the largest payloads of real senders have some ten thousand.
 */
const mostSigns = 200_000

/** @throws MalformedJsonError, InvalidPayloadError */
export function parseJsonText(text: string, tolerance: MalformedJsonTolerance): unknown {
  if (hasTooManySigns(text)) throw new InvalidPayloadError('payload has too many items')
  let parsed = tryParse(text)
  if (!parsed && tolerance === 'trailing-commas') parsed = tryParse(withoutTrailingCommas(text))
  if (!parsed) throw new MalformedJsonError()
  return parsed.value
}

/** Whether a JSON text exceeds the limit of commas and brackets; those inside strings do not count. */
function hasTooManySigns(text: string): boolean {
  // Each sign takes at least one character.
  if (text.length <= mostSigns) return false
  let signs = 0
  let insideString = false
  for (let i = 0; i < text.length && signs <= mostSigns; i++) {
    const code = text.charCodeAt(i)
    if (insideString) {
      if (code === codes.backslash) i++
      else if (code === codes.quote) insideString = false
    } else if (code === codes.quote) insideString = true
    else if (code === codes.comma || code === codes.bracket || code === codes.brace) signs++
  }
  return signs > mostSigns
}

function tryParse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Character codes, because comparing strings is too slow for millions of characters. */
const codes = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  bracket: 0x5b,
  backslash: 0x5c,
  brace: 0x7b,
  closingBrace: 0x7d,
} as const
const blanks = new Set([0x20, 0x09, 0x0d, 0x0a])
const beforeValue = new Set<number>([codes.comma, codes.colon, codes.brace, codes.bracket])

/**
 * Removes each comma between a value and `}`, except in strings. All other faults stay for the
 * strict parser to refuse.
 */
function withoutTrailingCommas(text: string): string {
  let kept = ''
  let keptUpTo = 0
  let insideString = false
  let afterValue = false
  let commaAt: number | undefined

  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (insideString) {
      if (code === codes.backslash) i++
      else if (code === codes.quote) insideString = false
      continue
    }
    if (blanks.has(code)) continue
    if (code === codes.closingBrace && commaAt !== undefined) {
      kept += text.slice(keptUpTo, commaAt)
      keptUpTo = commaAt + 1
    }
    commaAt = code === codes.comma && afterValue ? i : undefined
    afterValue = !beforeValue.has(code)
    insideString = code === codes.quote
  }
  return kept + text.slice(keptUpTo)
}

/**
 * The JSON text of a body, which is JSON or a form with JSON in its field `payload`. The
 * content type only selects the error, because many senders, such as curl, label JSON as a form.
 *
 * @throws MissingPayloadFieldError for a form without that field
 */
export function jsonTextOfForm(body: string, contentType: string | undefined): string {
  if (body.trimStart().startsWith('{')) return body

  // The last of repeated arguments wins. Source: docs/protocol/requests.md#last-wins.
  const field = new URLSearchParams(body).getAll('payload').at(-1)
  if (field !== undefined) return field

  const saysForm = /^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')
  if (saysForm) throw new MissingPayloadFieldError()
  return body
}
