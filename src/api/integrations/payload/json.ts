import { MalformedJsonError, MissingPayloadFieldError } from '../errors'

/**
 * `trailing-commas` accepts one comma before a closing brace: the reference
 * does, and the published sample payload of helloworld has one.
 *
 * Source: docs/protocol/webhooks.md#trailing-commas.
 */
export type MalformedJsonTolerance = 'none' | 'trailing-commas'

/** @throws MalformedJsonError */
export function parseJsonText(text: string, tolerance: MalformedJsonTolerance): unknown {
  let parsed = tryParse(text)
  if (!parsed && tolerance === 'trailing-commas') parsed = tryParse(withoutTrailingCommas(text))
  if (!parsed) throw new MalformedJsonError()
  return parsed.value
}

function tryParse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Drops each comma that follows a value and precedes `}`. Everything else, right
 * or wrong, stays for the strict parser to judge; string contents are not looked at.
 */
function withoutTrailingCommas(text: string): string {
  let kept = ''
  let keptUpTo = 0
  let insideString = false
  let afterValue = false
  let commaAt: number | undefined

  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (insideString) {
      if (char === '\\') i++
      else if (char === '"') insideString = false
      continue
    }
    if (' \t\r\n'.includes(char)) continue
    if (char === '}' && commaAt !== undefined) {
      kept += text.slice(keptUpTo, commaAt)
      keptUpTo = commaAt + 1
    }
    commaAt = char === ',' && afterValue ? i : undefined
    afterValue = !',:{['.includes(char)
    insideString = char === '"'
  }
  return kept + text.slice(keptUpTo)
}

/**
 * The JSON text of a body that may also be a form with the JSON in its field
 * `payload`. The content type only decides what to complain about: many senders,
 * curl first, label JSON as a form.
 *
 * @throws MissingPayloadFieldError for a form without that field
 */
export function jsonTextOfForm(body: string, contentType: string | undefined): string {
  if (body.trimStart().startsWith('{')) return body

  // Of repeated arguments the last wins. Source: docs/protocol/requests.md#last-wins.
  const field = new URLSearchParams(body).getAll('payload').at(-1)
  if (field !== undefined) return field

  const saysForm = /^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')
  if (saysForm) throw new MissingPayloadFieldError()
  return body
}
