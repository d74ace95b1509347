import { asNumber, asNumbers, asRecord, asText, mapOf, shapedLike } from '../support/checked'
import type { Attempt } from './calls'
import type { World } from './world'

type Body = Readonly<Record<string, unknown>>
type Lesson = (body: Body, world: World, attempt: Attempt) => void

/** Facts to learn from successful answers, by operation: new objects can be named by later calls. */
const lessons: Readonly<Record<string, Lesson>> = {
  'POST /api/v1/messages': ({ id }, { messages, polls }, { caller, call }) => {
    messages.add(asNumber(id), caller.name)
    if (call.body?.kind !== 'form') return
    if (call.body.fields.some(({ text }) => text.startsWith('/poll '))) polls.add(asNumber(id))
  },
  'POST /api/v1/register': ({ queue_id, last_event_id }, { queues }, { caller }) => {
    if (typeof queue_id !== 'string') return
    queues.add({ id: queue_id, lastEventId: asNumber(last_event_id) }, caller.name)
  },
  'POST /api/v1/user_groups/create': ({ group_id }, { groups }) => groups.add(asNumber(group_id)),
  'POST /api/v1/saved_snippets': ({ saved_snippet_id }, { snippets }, { caller }) => {
    snippets.add(asNumber(saved_snippet_id), caller.name)
  },
  'POST /api/v1/drafts': ({ ids }, { drafts }, { caller }) => {
    for (const id of asNumbers(ids)) drafts.add(id, caller.name)
  },
  'POST /api/v1/realm/filters': ({ id }, { linkifiers }) => linkifiers.add(asNumber(id)),
  'POST /api/v1/bots': ({ user_id }, { bots }, { caller }) =>
    bots.add(asNumber(user_id), caller.name),
  'POST /api/v1/user_uploads': ({ uri }, { files }, { caller }) => {
    const [realm_id = '', key = '', filename = ''] = asText(uri).split('/').slice(2)
    files.add({ realm_id, key, filename: decoded(filename) }, caller.name)
  },
  'GET /api/v1/user_uploads/{realm_id}/{key}/{filename}': ({ url }, { temporaryFiles }) => {
    const [token = '', filename = ''] = asText(url).split('/').slice(3)
    temporaryFiles.add({ token, filename: decoded(filename) })
  },
  'POST /api/v1/users/me/avatar': ({ avatar_url }, { pictures }) => {
    const parts = asText(avatar_url).split('?')[0]?.split('/') ?? []
    pictures.add({ realm_id: parts[2] ?? '', filename: parts.at(-1) ?? '' })
  },
  'GET /api/v1/realm/emoji': ({ emoji }, { pictures }) => {
    const [one] = Object.values(shapedLike(emoji, mapOf({ source_url: '' })))
    const parts = one?.source_url.split('/') ?? []
    if (one) pictures.add({ realm_id: parts[2] ?? '', filename: parts.at(-1) ?? '' })
  },
  'GET /api/v1/attachments': ({ attachments }, world, { caller }) => {
    const newest = shapedLike(attachments, [{ id: 0 }]).at(-1)
    if (newest) world.attachments.add(newest.id, caller.name)
  },
  'POST /api/v1/users/me/api_key/regenerate': ({ api_key }, _, { caller }) => {
    caller.apiKey = asText(api_key)
  },
}

/** Adds the objects in a successful answer to the world. */
export function learn(attempt: Attempt, answer: Buffer, world: World): void {
  const lesson = lessons[attempt.operation?.name ?? '']
  // Objects of the other realm are not learned.
  if (!lesson || attempt.caller.name === 'foreigner') return
  lesson(asRecord(JSON.parse(answer.toString())), world, attempt)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
