import type { Call, Field } from './request'

/** Max requests spent on finding a smaller one. */
const mostTries = 40
const keptHeaders = /^(host|authorization|content-type)$/i

/**
 * The smallest call that still fails, found by omitting and shortening one part after the other.
 *
 * @param fails sends the call; its changes on the server may make a later one succeed
 */
export async function minimize(call: Call, fails: (call: Call) => Promise<boolean>): Promise<Call> {
  let smallest = call
  let tries = 0
  for (let isSmaller = true; isSmaller && tries < mostTries;) {
    isSmaller = false
    for (const candidate of smaller(smallest)) {
      if ((tries += 1) > mostTries) break
      if (!(await fails(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}

function* smaller(call: Call): Generator<Call> {
  for (const [at, [name]] of call.headers.entries()) {
    if (!keptHeaders.test(name)) yield { ...call, headers: without(call.headers, at) }
  }
  for (const query of smallerFields(call.query)) yield { ...call, query }
  const { body } = call
  if (!body) return
  if (body.kind === 'bytes') {
    const half = body.bytes.length >> 1
    if (half > 0) yield { ...call, body: { ...body, bytes: body.bytes.subarray(0, half) } }
    return
  }
  for (const fields of smallerFields(body.fields)) yield { ...call, body: { ...body, fields } }
}

function* smallerFields(fields: readonly Field[]): Generator<readonly Field[]> {
  // Halves first, for fields that were repeated a thousand times.
  if (fields.length > 8) {
    yield fields.slice(0, fields.length >> 1)
    yield fields.slice(fields.length >> 1)
  }
  for (const at of fields.keys()) yield without(fields, at)
  for (const [at, field] of fields.entries()) {
    const { text, isEncoded } = field
    if (text.length < 2 || isEncoded) continue
    const half = text.length >> 1
    for (const shorter of [text.slice(0, half), text.slice(half)]) {
      yield fields.map((each, index) => (index === at ? { ...field, text: shorter } : each))
    }
  }
}

function without<Thing>(things: readonly Thing[], at: number): Thing[] {
  return things.filter((_, index) => index !== at)
}
