import { elementAt, shapedLike } from './checked'
import { expectSuccess } from './expectations'
import type { Person } from './person'
import { picture } from './pictures'
import { markNames } from './sample-calls'
import type { TestServer } from './test-server'

/** A part of texts that are secret. */
const mark = 'zq7kanarie'

let made = 0
/** A text that the people who may not read it would be told only by a fault. Its word names its kind. */
const secret = (word: string) => `${word}${mark}${(made += 1)}`

/** From now on the names and texts of sample calls are secrets, too. Their words have spaces and capitals at most. */
export const markSamples = () => markNames(`${mark}s`)

/** The secrets in a text, in lower case, each beginning with its word. */
export function secretsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]*zq7kanaries?\d+/g))
}

/** The word of a secret. */
export const wordOf = (text: string) => text.slice(0, text.indexOf(mark))

/**
 * Fills an organization with secrets of each kind, which belong to its owner and one confidant.
 *
 * @returns keys, which have no mark
 */
export async function plantSecrets(server: TestServer): Promise<string[]> {
  const { owner } = server
  const confidant = await server.user(secret('person'))
  const subscribers = [owner, confidant]
  const keys = [owner.apiKey, confidant.apiKey]
  for (const inviteOnly of [true, false]) {
    const kind = inviteOnly ? 'private' : 'public'
    const description = secret(`${kind}description`)
    const options = { inviteOnly, subscribers, description }
    const stream = await server.stream(secret(`${kind}stream`), options)
    const file = await fileOf(owner, kind)
    keys.push(elementAt(file.split('/'), -2))
    const content = `${secret(`${kind}message`)} [file](${file})`
    const id = await owner.send(stream.name, secret(`${kind}topic`), content)
    await owner.call('PATCH /messages/{message_id}', {
      message_id: id,
      content: secret(`${kind}edited`),
    })
    const choice = { stream_id: stream.id, topic: secret('muted'), visibility_policy: 1 }
    expectSuccess(await owner.post('/user_topics', choice))
    await later(owner, stream.id)
  }
  await owner.sendPrivately([confidant.id], secret('direct'))
  await plantOwnTexts(owner)
  await plantForAdministrators(owner)
  keys.push(await linkKey(owner))
  await plantForEverybody(server)
  return keys
}

async function fileOf(person: Person, kind: string): Promise<string> {
  const name = `${secret(`${kind}file`)}.txt`
  const { body } = await person.upload('/user_uploads', Buffer.from(secret(`${kind}bytes`)), name)
  return shapedLike(body, { uri: '' }).uri
}

async function later(person: Person, streamId: number): Promise<void> {
  const scheduled_delivery_timestamp = 4_102_444_800
  const to = { type: 'stream', to: streamId, topic: secret('latertopic'), content: secret('later') }
  expectSuccess(await person.post('/scheduled_messages', { ...to, scheduled_delivery_timestamp }))
}

async function plantOwnTexts(person: Person): Promise<void> {
  const draft = { type: '', to: [], topic: secret('drafttopic'), content: secret('draft') }
  const view = { fragment: secret('view'), is_pinned: true, name: secret('viewname') }
  const calls = [
    person.post('/drafts', { drafts: [draft] }),
    person.post('/saved_snippets', { title: secret('title'), content: secret('snippet') }),
    person.post('/users/me/alert_words', { alert_words: [secret('word')] }),
    person.post('/navigation_views', view),
  ]
  for (const answer of await Promise.all(calls)) expectSuccess(answer)
}

async function plantForAdministrators(owner: Person): Promise<void> {
  const invitee_emails = `${secret('invited')}@parley.test`
  const calls = [
    owner.post('/invites', { invitee_emails, stream_ids: [] }),
    owner.post('/realm/domains', { domain: `${secret('domain')}.test` }),
  ]
  for (const answer of await Promise.all(calls)) expectSuccess(answer)
}

/** @returns the key of a link that joins the organization */
async function linkKey(owner: Person): Promise<string> {
  const { invite_link } = expectSuccess(await owner.post('/invites/multiuse', { stream_ids: [] }))
  return elementAt(String(invite_link).split('/'), -2)
}

/** Words of the secrets that everybody in an organization may know, if they are not a limited guest. */
export const publicWords: ReadonlySet<string> = new Set([
  ...['person', 'bot', 'status', 'group', 'groupdescription', 'folder', 'set', 'setdescription'],
  ...['field', 'pattern', 'host', 'playground', 'emoji', 'domain'],
])

/** Things that everybody in the organization knows. */
async function plantForEverybody(server: TestServer): Promise<void> {
  const { owner } = server
  const bot = await server.bot(owner, secret('bot'))
  expectSuccess(await bot.put('/bot_storage', { storage: { [secret('key')]: secret('value') } }))
  const linkifier = {
    pattern: `${secret('pattern')}-(?P<id>[0-9]+)`,
    url_template: `https://${secret('host')}.test/{id}`,
  }
  const playground = {
    name: secret('playground'),
    pygments_language: 'Python',
    url_template: `https://${secret('host')}.test/{code}`,
  }
  const set = { group_name: secret('set'), description: secret('setdescription'), stream_names: [] }
  const calls = [
    owner.post('/user_groups/create', {
      name: secret('group'),
      description: secret('groupdescription'),
    }),
    owner.post('/channel_folders/create', { name: secret('folder') }),
    owner.post('/default_stream_groups/create', set),
    owner.post('/realm/profile_fields', { field_type: 1, name: secret('field') }),
    owner.post('/realm/filters', linkifier),
    owner.post('/realm/playgrounds', playground),
    owner.post('/users/me/status', { status_text: secret('status') }),
    owner.upload(`/realm/emoji/${secret('emoji')}`, await picture(), 'a.png'),
  ]
  for (const answer of await Promise.all(calls)) expectSuccess(answer)
}
