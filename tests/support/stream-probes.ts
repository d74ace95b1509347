import type { Response } from 'supertest'
import type { Person } from './person'

/** A stream as requests name it. */
export interface NamedStream {
  name: string
  id: number
}
type Attempt = (person: Person, stream: NamedStream) => Promise<Response>

const subscriptions = '/users/me/subscriptions'
const page = (stream: string | number) => ({
  ...{ anchor: 'newest', num_before: 1, num_after: 0 },
  narrow: [['stream', stream]],
})
const message = (to: string | number) => ({ type: 'stream', to, topic: 't', content: 'x' })

/** Every call that can name a stream, for a stream that the caller must not know of. */
export const attempts: [string, Attempt][] = [
  ['GET /get_stream_id', (person, { name }) => person.get('/get_stream_id', { stream: name })],
  ['GET /streams/{stream_id}/members', (person, { id }) => person.get(`/streams/${id}/members`)],
  ['GET /users/me/{stream_id}/topics', (person, { id }) => person.get(`/users/me/${id}/topics`)],
  [
    'GET /streams/{stream_id}/email_address',
    (person, { id }) => person.get(`/streams/${id}/email_address`),
  ],
  ['PATCH /streams/{stream_id}', (person, { id }) => person.patch(`/streams/${id}`)],
  ['GET /messages of a name', (person, { name }) => person.get('/messages', page(name))],
  ['GET /messages of an id', (person, { id }) => person.get('/messages', page(id))],
  ['DELETE /streams/{stream_id}', (person, { id }) => person.delete(`/streams/${id}`)],
  ['POST /messages to a name', (person, { name }) => person.post('/messages', message(name))],
  ['POST /messages to an id', (person, { id }) => person.post('/messages', message(id))],
  [
    'DELETE /users/me/subscriptions',
    (person, { name }) => person.delete(subscriptions, { subscriptions: [name] }),
  ],
  [
    'POST /users/me/subscriptions/properties',
    (person, { id: stream_id }) =>
      person.post(`${subscriptions}/properties`, {
        subscription_data: [{ stream_id, property: 'color', value: '#ff0000' }],
      }),
  ],
  [
    'PATCH /users/me/subscriptions/{stream_id}',
    (person, { id }) =>
      person.patch(`${subscriptions}/${id}`, { property: 'color', value: '"#f00"' }),
  ],
  [
    'POST /messages/render',
    (person, { name }) => person.post('/messages/render', { content: `#**${name}**` }),
  ],
]

/** A stream that does not exist. */
const absent: NamedStream = { name: 'absent', id: 987_654 }

/** Expects equal answers about a hidden stream and a missing one. */
export async function expectNoDifference(
  attempt: Attempt,
  person: Person,
  stream: NamedStream,
): Promise<void> {
  const [hidden, missing] = [await attempt(person, stream), await attempt(person, absent)]
  const text = hidden.text
    .replaceAll(stream.name, absent.name)
    .replaceAll(new RegExp(`\\b${stream.id}\\b`, 'g'), String(absent.id))
  expect({ status: hidden.status, text }).toEqual({ status: missing.status, text: missing.text })
}
