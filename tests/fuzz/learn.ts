import type { Attempt } from './calls'
import type { World } from './world'

type Body = Readonly<Record<string, unknown>>
type Lesson = (body: Body, world: World, attempt: Attempt) => void

/** Facts to learn from successful answers, by operation: new objects can be named by later calls. */
const lessons: Readonly<Record<string, Lesson>> = {
  'POST /api/v1/messages': ({ id }, { messages, polls }, { caller, call }) => {
    messages.add(id as number, caller.name)
    if (call.body?.kind !== 'form') return
    if (call.body.fields.some(({ text }) => text.startsWith('/poll '))) polls.add(id as number)
  },
  'POST /api/v1/register': ({ queue_id, last_event_id }, { queues }, { caller }) => {
    if (typeof queue_id !== 'string') return
    queues.add({ id: queue_id, lastEventId: last_event_id as number }, caller.name)
  },
  'POST /api/v1/user_groups/create': ({ group_id }, { groups }) => groups.add(group_id as number),
  'POST /api/v1/saved_snippets': ({ saved_snippet_id }, { snippets }, { caller }) => {
    snippets.add(saved_snippet_id as number, caller.name)
  },
  'POST /api/v1/drafts': ({ ids }, { drafts }, { caller }) => {
    for (const id of ids as number[]) drafts.add(id, caller.name)
  },
  'POST /api/v1/realm/filters': ({ id }, { linkifiers }) => linkifiers.add(id as number),
  'POST /api/v1/bots': ({ user_id }, { bots }, { caller }) =>
    bots.add(user_id as number, caller.name),
  'POST /api/v1/user_uploads': ({ uri }, { files }, { caller }) => {
    const [realm_id = '', key = '', filename = ''] = (uri as string).split('/').slice(2)
    files.add({ realm_id, key, filename: decoded(filename) }, caller.name)
  },
  'GET /api/v1/user_uploads/{realm_id}/{key}/{filename}': ({ url }, { temporaryFiles }) => {
    const [token = '', filename = ''] = (url as string).split('/').slice(3)
    temporaryFiles.add({ token, filename: decoded(filename) })
  },
  'POST /api/v1/users/me/avatar': ({ avatar_url }, { pictures }) => {
    const parts = (avatar_url as string).split('?')[0]?.split('/') ?? []
    pictures.add({ realm_id: parts[2] ?? '', filename: parts.at(-1) ?? '' })
  },
  'GET /api/v1/realm/emoji': ({ emoji }, { pictures }) => {
    const [one] = Object.values(emoji as Record<string, { source_url: string }>)
    const parts = one?.source_url.split('/') ?? []
    if (one) pictures.add({ realm_id: parts[2] ?? '', filename: parts.at(-1) ?? '' })
  },
  'GET /api/v1/attachments': ({ attachments }, world, { caller }) => {
    const newest = (attachments as { id: number }[]).at(-1)
    if (newest) world.attachments.add(newest.id, caller.name)
  },
  'POST /api/v1/users/me/api_key/regenerate': ({ api_key }, _, { caller }) => {
    caller.apiKey = api_key as string
  },
}

/** Adds the objects in a successful answer to the world. */
export function learn(attempt: Attempt, answer: Buffer, world: World): void {
  const lesson = lessons[attempt.operation?.name ?? '']
  // Objects of the other realm are not learned.
  if (!lesson || attempt.caller.name === 'foreigner') return
  lesson(JSON.parse(answer.toString()) as Body, world, attempt)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
