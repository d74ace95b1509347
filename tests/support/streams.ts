import { shapedLike } from './checked'
import { expectSuccess } from './expectations'
import type { Arguments, Person } from './person'

export interface ListedStream {
  stream_id: number
  name: string
  [key: string]: unknown
}

/** The streams that the API lists for a person. */
export async function listStreams(person: Person, args: Arguments = {}): Promise<ListedStream[]> {
  const { streams } = expectSuccess(await person.get('/streams', args))
  return shapedLike(streams, [{ stream_id: 0, name: '' }])
}

export async function listStreamNames(person: Person, args: Arguments = {}): Promise<string[]> {
  return (await listStreams(person, args)).map((stream) => stream.name)
}

/** The topics of a stream that the API lists for a person. */
export async function topicsOf(person: Person, streamId: number): Promise<unknown> {
  return expectSuccess(await person.get(`/users/me/${streamId}/topics`))['topics']
}
