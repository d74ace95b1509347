import { asRecord } from './checked'
import type { Answer } from './plain-call'

/** Expects a success in the protocol's form, with the declared `msg`; answers the body. */
export function expectSuccess(response: Answer): Record<string, unknown> {
  const body = asRecord(response.body)
  // Jest shows only members that it compares; a refusal is read in full.
  const refusal = response.status === 200 ? '' : response.text
  expect({ refusal, status: response.status, body }).toMatchObject({
    refusal: '',
    status: 200,
    body: { result: 'success', msg: expect.any(String) },
  })
  expect(response.headers['content-type']).toMatch(/^application\/json/)
  return body
}

/** Expects a refusal in the protocol's form. `code: undefined` requires that there is none. */
export function expectError(
  response: Answer,
  status: number,
  fields: Record<string, unknown> = {},
): void {
  const body = asRecord(response.body)
  expect({ status: response.status, ...body }).toMatchObject({ status, result: 'error' })
  expect(typeof body['msg']).toBe('string')
  expect(body['msg']).not.toBe('')
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) expect(body).not.toHaveProperty(name)
    else expect(body).toHaveProperty(name, value)
  }
  expect(response.headers['content-type']).toMatch(/^application\/json/)
  expect(response.text).not.toMatch(/node_modules|\bat .*\.(js|ts):\d+|select .* from/i)
}
