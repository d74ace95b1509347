import { datedAt } from '../../src/server/data/engine/database'
import type { Tx } from '../../src/server/data/engine/database'
import { insertSession } from '../../src/server/data/users/sessions'
import { findUserById } from '../../src/server/data/users/users'
import { unsubscribeLink } from '../../src/server/chat/actions/users/unsubscribe'
import type { UnsubscribeKind } from '../../src/server/chat/actions/users/unsubscribe'
import { issueConfirmation } from '../../src/server/chat/rules/confirmations'
import { mapOf, onlyOf, shapedLike } from './checked'
import { testConfig } from './config'
import { picture } from './pictures'
import { uploadedBy } from './uploads'
import type { Endpoint } from '../../src/server/http/declare/endpoint'
import { encode } from './person'
import type { Arguments, Person } from './person'
import type { TestServer } from './test-server'

/** A call of an endpoint that succeeds. */
export interface SampleCall {
  /** The call succeeds only once. */
  isSpent?: true
  /** The endpoint always refuses: the expected refusal for callers with permission. */
  refusal?: { msg: string; code: string }
  /** Absent: the endpoint needs no authentication. */
  caller?: Person
  /** Encoded texts by name, including those of the path. */
  args: Record<string, string>
  /** The payload of a webhook. */
  payload?: object
  /** A file for a multipart form. */
  file?: SampleFile
}

export interface SampleFile {
  name: string
  type: string
  bytes: Buffer
}

/** Makes the objects that the endpoint's call needs (a stream, a bot) and answers the call. */
export async function sampleCall(server: TestServer, endpoint: Endpoint): Promise<SampleCall> {
  const place = /^\/(api\/v1|json)\//.test(endpoint.path) ? '' : 'files '
  const name = `${endpoint.method} ${place}${endpoint.path.replace('/api/v1', '')}`
  const sample = samples[name]
  if (!sample) throw new Error(`There is no sample call of ${name}`)
  return sample(server)
}

type Sample = (server: TestServer) => Promise<SampleCall>

let made = 0
/** An unused name, without a mark unless a test marks the names. */
const fresh = (word: string): string => `${word}${markOfNames}${(made += 1)}`

let markOfNames = ''
/** Puts a mark into all names and texts that sample calls make up from now on, before the number at their end. */
export function markNames(mark: string): void {
  markOfNames = mark
}

/** A call of the owner, with all permissions. */
const byOwner =
  (args: Arguments | ((server: TestServer) => Promise<Arguments>) = {}): Sample =>
  async (server) => ({
    caller: server.owner,
    args: encode(typeof args === 'function' ? await args(server) : args),
  })

/** A call of the owner that is refused nevertheless. */
const refused =
  (msg: string, sample: Sample, code = 'BAD_REQUEST'): Sample =>
  async (server) => ({ ...(await sample(server)), refusal: { msg, code } })

const noMobilePush = (args: Arguments = {}) =>
  refused(
    'Server is not configured to use push notification service.',
    byOwner(args),
    'PUSH_SERVICE_NOT_CONFIGURED',
  )
const noPushService = noMobilePush()

/** A call of a new person. */
const bySomebody: Sample = async (server) => ({ caller: await somebody(server), args: {} })

/** A call of a bot with stored data. */
const byBot =
  (args: Arguments = {}): Sample =>
  async (server) => {
    const caller = await server.bot(server.owner, fresh('keeper'))
    await caller.put('/bot_storage', { storage: { kept: 'here' } })
    return { caller, args: encode(args) }
  }

/** A call that consumes the object made for it. */
const once =
  (sample: Sample): Sample =>
  async (server) => ({ ...(await sample(server)), isSpent: true })

const sessionOnly = 'Log in with a browser to change how you log in.'
const ended = 'This has ended or took too long. Please begin again.'
const aCredential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const aMadeCredential = {
  ...aCredential,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}
const aUsedCredential = {
  ...aCredential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

const somebody = (server: TestServer) => server.user(fresh('somebody'))
const aUser = async (server: TestServer) => ({ user_id: (await somebody(server)).id })
const aBot = async (server: TestServer) => ({
  bot_id: (await server.bot(server.owner, fresh('helper'))).id,
})
const aStream = (server: TestServer) =>
  server.stream(fresh('stream'), { subscribers: [server.owner] })
const aStreamId = async (server: TestServer) => ({ stream_id: (await aStream(server)).id })
const aQueue = async (server: TestServer) => ({
  queue_id: (await server.owner.register()).queue_id,
})
const aCursor = async (server: TestServer) => ({ ...(await aQueue(server)), last_event_id: -1 })
const aSetting = async () => ({ default_language: 'de', enter_sends: (made += 1) % 2 === 0 })
const aMessage = async ({ owner }: TestServer) => ({
  pointer: await owner.sendPrivately([owner.id], fresh('note to self')),
})

const aMessageId = async (server: TestServer) => {
  const { name } = await aStream(server)
  return { message_id: await server.owner.send(name, fresh('lunch'), fresh('pizza')) }
}
const aPollId = async (server: TestServer) => {
  const { name } = await aStream(server)
  return {
    message_id: await server.owner.send(name, 'lunch', `/poll ${fresh('where')}\nhere\nthere`),
  }
}
const aSnippet = async ({ owner }: TestServer) => {
  const response = await owner.post('/saved_snippets', { title: fresh('Bye'), content: 'Bye.' })
  const { saved_snippet_id } = shapedLike(response.body, { saved_snippet_id: 0 })
  return { saved_snippet_id }
}
const aPushDevice = async ({ owner }: TestServer) => {
  const subscription = { endpoint: 'https://ntfy.example.com/my-secret-topic' }
  const response = await owner.post('/users/me/web_push', { subscription })
  const { device_id } = shapedLike(response.body, { device_id: 0 })
  return { device_id }
}
const aPushKey = `MQ${'A'.repeat(42)}`
const aField = async ({ owner }: TestServer) => {
  const { body } = await owner.post('/realm/profile_fields', { field_type: 1, name: fresh('food') })
  return { field_id: shapedLike(body, { id: 0 }).id }
}
const aText = { type: '', to: [], topic: '', content: 'Dear all,' }
const aDraft = async ({ owner }: TestServer) => {
  const { body } = await owner.post('/drafts', { drafts: [aText] })
  return { draft_id: onlyOf(shapedLike(body, { ids: [0] }).ids) }
}
const inTheFuture = 4_102_444_800
const aMessageForLater = async (server: TestServer) => ({
  ...{ type: 'stream', to: (await aStream(server)).id, topic: 'later', content: 'note to all' },
  scheduled_delivery_timestamp: inTheFuture,
})
const aScheduledId = async (server: TestServer) => {
  const { body } = await server.owner.post('/scheduled_messages', await aMessageForLater(server))
  const { scheduled_message_id } = shapedLike(body, { scheduled_message_id: 0 })
  return { scheduled_message_id }
}
const aReminderOf = async (server: TestServer) => ({
  ...(await aMessageId(server)),
  scheduled_delivery_timestamp: inTheFuture,
})
const aReminderId = async (server: TestServer) => {
  const { body } = await server.owner.post('/reminders', await aReminderOf(server))
  return { reminder_id: shapedLike(body, { reminder_id: 0 }).reminder_id }
}
const aGroup = async ({ owner }: TestServer) => {
  const response = await owner.post('/user_groups/create', { name: fresh('group') })
  return { user_group_id: shapedLike(response.body, { group_id: 0 }).group_id }
}

const aSession = async ({ db, realmId, owner }: TestServer) => {
  const token_hash = fresh('hash of a token')
  const browser = { address: '192.0.2.1', browser: 'Firefox on Linux' }
  await insertSession(db as Tx, { realm_id: realmId, user_id: owner.id, token_hash, ...browser })
  const { sessions } = shapedLike((await owner.get('/json/sessions')).body, {
    sessions: [{ id: 0 }],
  })
  return { session_id: sessions[0]?.id }
}

const aLinkifier = async ({ owner }: TestServer) => {
  const linkifier = linkifierOf(fresh('ticket'))
  const response = await owner.post('/realm/filters', linkifier)
  const filter_id = shapedLike(response.body, { id: 0 }).id
  return { filter_id, ...linkifier }
}
const linkifierOf = (word: string) => ({
  pattern: `${word}-(?P<id>[0-9]+)`,
  url_template: 'https://tracker.test/{id}',
})
/** The parts of the address of a new file of the owner. */
const aFile = async ({ owner }: TestServer) => {
  const [realm_id = '', key = '', filename = ''] = (await uploadedBy(owner)).split('/').slice(2)
  return { realm_id, key, filename }
}
const aPicture = async (): Promise<SampleFile> => ({
  name: 'picture.png',
  type: 'image/png',
  bytes: await picture(),
})
const withPicture =
  (sample: Sample): Sample =>
  async (server) => ({ ...(await sample(server)), file: await aPicture() })
const anEmoji = async ({ owner }: TestServer) => {
  const emoji_name = fresh('party')
  const { bytes, name } = await aPicture()
  await owner.upload(`/realm/emoji/${emoji_name}`, bytes, name)
  return { emoji_name }
}
const aDomain = async ({ owner }: TestServer) => {
  const domain = `${fresh('acme')}.test`
  await owner.post('/realm/domains', { domain })
  return { domain }
}
async function aScimToken({ owner }: TestServer) {
  const { scim_token } = await owner.call('POST /realm/scim_tokens', { name: fresh('Okta') })
  return { token_id: scim_token.id }
}
async function anApiKey({ owner }: TestServer) {
  const args = { name: fresh('Script'), scope: 'read' } as const
  const { api_key: made } = await owner.call('POST /users/me/api_keys', args)
  return { key_id: made.id, user_id: owner.id }
}
const aBotForKeys = async ({ owner }: TestServer) => {
  const answer = await owner.post('/bots', { full_name: fresh('Bot'), short_name: fresh('bot') })
  const { user_id } = shapedLike(answer.body, { user_id: 0 })
  return { user_id, name: 'Script', scope: 'read' }
}
const identityProvider = () => ({
  ...{ slug: fresh('idp').toLowerCase(), kind: 'github', display_name: 'Acme' },
  options: { client_id: 'parley' },
})
const anIdentityProvider = async ({ owner }: TestServer) => {
  const added = identityProvider()
  await owner.post('/realm/identity_providers', added)
  return { slug: added.slug }
}
/** A directory at a port where nothing listens. */
const aDirectory = async ({ owner }: TestServer) => {
  const slug = fresh('ldap').toLowerCase()
  const options = { server_url: 'ldaps://127.0.0.1:1', search_base: 'dc=acme,dc=test' }
  await owner.post('/realm/identity_providers', {
    ...{ slug, kind: 'ldap', display_name: 'Acme', options },
  })
  return { slug }
}
const aPlayground = () => ({
  name: fresh('Playground '),
  pygments_language: 'Python',
  url_template: 'https://python.test/{code}',
})
const anInvitation = async ({ owner }: TestServer, invitee = `${fresh('invited')}@parley.test`) => {
  await owner.post('/invites', { invitee_emails: invitee, stream_ids: [] })
  const { invites } = await owner.call('GET /invites')
  return { invite_id: Math.max(...invites.map(idOf)) }
}
const aLink = async ({ owner }: TestServer) => {
  const { body } = await owner.post('/invites/multiuse', { stream_ids: [] })
  return shapedLike(body, { invite_link: '' }).invite_link
}
const aLinkId = async (server: TestServer) => {
  await aLink(server)
  const { invites } = await server.owner.call('GET /invites')
  return { invite_id: Math.max(...invites.map(idOf)) }
}
const aLinkKey = async (server: TestServer) => (await aLink(server)).split('/').at(-2) ?? ''
/** The key of an invitation to one address; the API returns its link because mail is not configured. */
const anInvitationKey = async ({ owner }: TestServer) => {
  const args = { invitee_emails: `${fresh('newcomer')}@parley.test`, stream_ids: [] }
  const { body } = await owner.post('/invites', args)
  const [made] = shapedLike(body, { invitations: [{ link_url: '' }] }).invitations
  return made?.link_url.split('/').at(-1) ?? ''
}
const idOf = ({ id }: { id: number }) => id
const aFolder = async ({ owner }: TestServer) => {
  const { body } = await owner.post('/channel_folders/create', { name: fresh('folder') })
  return { channel_folder_id: shapedLike(body, { channel_folder_id: 0 }).channel_folder_id }
}
const aDefaultGroup = async ({ owner }: TestServer) => {
  const group = { group_name: fresh('social'), description: '', stream_names: [] }
  await owner.post('/default_stream_groups/create', group)
  const state = await owner.register({ fetch_event_types: ['default_stream_groups'] })
  const groups = shapedLike(state['realm_default_stream_groups'], [{ id: 0 }])
  return { group_id: Math.max(...groups.map(idOf)) }
}
const aView = async ({ owner }: TestServer) => {
  const fragment = fresh('narrow')
  await owner.post('/navigation_views', { fragment, is_pinned: true, name: fragment })
  return { fragment }
}
/** The parts of the address of a picture that needs no authentication. */
const pictureParts = (url: string) => {
  const parts = new URL(url, 'http://parley.test').pathname.split('/')
  return { realm_id: parts[2] ?? '', filename: parts.at(-1) ?? '' }
}

const samples: Readonly<Record<string, Sample>> = {
  'POST /register': byOwner({ fetch_event_types: [] }),
  // Without a queue id the call registers a queue, so every argument is used.
  'GET /events': byOwner({ last_event_id: -1, dont_block: true }),
  'DELETE /events': once(byOwner(aQueue)),
  'GET /events/stream': byOwner(aCursor),
  'POST /events/acknowledge': byOwner(aCursor),

  'GET /streams': byOwner(),
  'GET /get_stream_id': byOwner({ stream: 'general' }),
  'PATCH /streams/{stream_id}': byOwner(async (server) => ({
    ...(await aStreamId(server)),
    description: 'changed',
  })),
  'GET /streams/{stream_id}': byOwner(aStreamId),
  'GET /streams/{stream_id}/email_address': refused(
    'Incoming email is not set up on this server.',
    byOwner(aStreamId),
  ),
  'POST /channels/create': byOwner(async () => ({ name: fresh('stream'), subscribers: [] })),
  'POST /default_streams': byOwner(aStreamId),
  'DELETE /default_streams': byOwner(aStreamId),
  'DELETE /streams/{stream_id}': once(byOwner(aStreamId)),
  'GET /streams/{stream_id}/members': byOwner(aStreamId),
  'GET /users/me/{stream_id}/topics': byOwner(aStreamId),
  'POST /streams/{stream_id}/delete_topic': byOwner(async (server) => ({
    ...(await aStreamId(server)),
    topic_name: 'hello',
  })),

  'POST /default_stream_groups/create': once(
    byOwner(async (server) => ({
      ...{ group_name: fresh('social'), description: '' },
      stream_names: [(await aStream(server)).name],
    })),
  ),
  'PATCH /default_stream_groups/{group_id}': byOwner(async (server) => ({
    ...(await aDefaultGroup(server)),
    new_description: fresh('changed'),
  })),
  'PATCH /default_stream_groups/{group_id}/streams': once(
    byOwner(async (server) => ({
      ...(await aDefaultGroup(server)),
      ...{ op: 'add', stream_names: [(await aStream(server)).name] },
    })),
  ),
  'DELETE /default_stream_groups/{group_id}': once(byOwner(aDefaultGroup)),
  'GET /channel_folders': byOwner(),
  'POST /channel_folders/create': once(byOwner(async () => ({ name: fresh('folder') }))),
  'PATCH /channel_folders/{channel_folder_id}': byOwner(async (server) => ({
    ...(await aFolder(server)),
    description: 'changed',
  })),
  'PATCH /channel_folders': byOwner(async (server) => {
    await aFolder(server)
    const { body } = await server.owner.get('/channel_folders', { include_archived: true })
    return { order: shapedLike(body, { channel_folders: [{ id: 0 }] }).channel_folders.map(idOf) }
  }),
  'GET /navigation_views': byOwner(),
  'POST /navigation_views': once(
    byOwner(async () => ({ fragment: fresh('narrow'), is_pinned: true, name: fresh('view') })),
  ),
  'PATCH /navigation_views/{fragment}': byOwner(async (server) => ({
    ...(await aView(server)),
    is_pinned: false,
  })),
  'DELETE /navigation_views/{fragment}': once(byOwner(aView)),

  'GET /users/me/subscriptions': byOwner(),
  'POST /users/me/subscriptions': byOwner(async () => ({
    subscriptions: [{ name: fresh('new stream') }],
  })),
  'DELETE /users/me/subscriptions': once(
    byOwner(async (server) => ({
      subscriptions: [(await aStream(server)).name],
    })),
  ),
  'POST /users/me/subscriptions/properties': byOwner(async (server) => ({
    subscription_data: [{ ...(await aStreamId(server)), property: 'pin_to_top', value: true }],
  })),
  'PATCH /users/me/subscriptions/{stream_id}': byOwner(async (server) => ({
    ...(await aStreamId(server)),
    property: 'pin_to_top',
    value: true,
  })),

  'PATCH /users/me/subscriptions': byOwner(async () => ({ add: [{ name: fresh('joined') }] })),
  'GET /users/{user_id}/subscriptions/{stream_id}': byOwner(async (server) => ({
    user_id: server.owner.id,
    ...(await aStreamId(server)),
  })),

  'GET /users/{user_id}/channels': byOwner(async (server) => ({ user_id: server.owner.id })),

  'POST /user_topics': byOwner(async (server) => ({
    ...(await aStreamId(server)),
    topic: 'lunch',
    visibility_policy: 1,
  })),
  'PATCH /users/me/subscriptions/muted_topics': once(
    byOwner(async (server) => ({ ...(await aStreamId(server)), topic: 'lunch', op: 'add' })),
  ),
  'POST /users/me/muted_users/{muted_user_id}': once(
    byOwner(async (server) => ({ muted_user_id: (await somebody(server)).id })),
  ),
  'DELETE /users/me/muted_users/{muted_user_id}': once(
    byOwner(async (server) => {
      const { id } = await somebody(server)
      await server.owner.post(`/users/me/muted_users/${id}`)
      return { muted_user_id: id }
    }),
  ),

  'GET /users/me/alert_words': byOwner(),
  'POST /users/me/alert_words': byOwner(async () => ({ alert_words: [fresh('word')] })),
  'DELETE /users/me/alert_words': byOwner({ alert_words: ['word'] }),

  'GET /users/me/mail_delivery': byOwner(),
  'POST /users/me/mail_delivery/retry': byOwner(),
  'POST /users/me/android_gcm_reg_id': noMobilePush({ token: 'fcm-token' }),
  'DELETE /users/me/android_gcm_reg_id': refused(
    'Token does not exist',
    byOwner({ token: 'fcm-token' }),
  ),
  'POST /users/me/apns_device_token': noMobilePush({ token: 'c0ffee', appid: 'org.zulip.Zulip' }),
  'DELETE /users/me/apns_device_token': refused(
    'Token does not exist',
    byOwner({ token: 'c0ffee' }),
  ),
  'POST /mobile_push/test_notification': noMobilePush(),
  'POST /register_client_device': once(byOwner()),
  'POST /remove_client_device': once(
    byOwner(async ({ owner }) => {
      const { body } = await owner.post('/register_client_device')
      return { device_id: shapedLike(body, { device_id: 0 }).device_id }
    }),
  ),
  'GET /users/me/web_push': byOwner(),
  'POST /users/me/web_push': byOwner({
    subscription: { endpoint: 'https://localhost/a-topic' },
  }),
  'DELETE /users/me/web_push': once(byOwner(aPushDevice)),
  'POST /users/me/web_push/test': once(byOwner(aPushDevice)),

  'GET /saved_snippets': byOwner(),
  'POST /saved_snippets': byOwner({ title: 'Welcome', content: 'Welcome to the team!' }),
  'PATCH /saved_snippets/{saved_snippet_id}': byOwner(async (server) => ({
    ...(await aSnippet(server)),
    title: 'Hello',
  })),
  'DELETE /saved_snippets/{saved_snippet_id}': once(byOwner(aSnippet)),
  'GET /drafts': byOwner(),
  'POST /drafts': byOwner({ drafts: [aText] }),
  'PATCH /drafts/{draft_id}': byOwner(async (server) => ({
    ...(await aDraft(server)),
    draft: { ...aText, content: 'Dear nobody,' },
  })),
  'DELETE /drafts/{draft_id}': once(byOwner(aDraft)),
  'GET /scheduled_messages': byOwner(),
  'POST /scheduled_messages': byOwner(aMessageForLater),
  'PATCH /scheduled_messages/{scheduled_message_id}': byOwner(async (server) => ({
    ...(await aScheduledId(server)),
    content: 'note to me',
  })),
  'DELETE /scheduled_messages/{scheduled_message_id}': once(byOwner(aScheduledId)),
  'GET /reminders': byOwner(),
  'POST /reminders': byOwner(aReminderOf),
  'DELETE /reminders/{reminder_id}': once(byOwner(aReminderId)),
  'POST /messages/{message_id}/typing': byOwner(async (server) => ({
    ...(await aMessageId(server)),
    op: 'start',
  })),

  'PATCH /settings': byOwner(aSetting),
  'PATCH /settings/display': byOwner(aSetting),
  'PATCH /settings/notifications': byOwner(aSetting),
  'PATCH /realm': byOwner(async () => ({ description: fresh('A place to be ') })),
  'POST /realm/deactivate': async (server) => ({
    isSpent: true,
    caller: (await server.realm(fresh('ended'))).owner,
    args: {},
  }),
  'POST /export/realm': async (server) => {
    // Tests make more exports than the weekly limit.
    await server.db
      .updateTable('realm_exports')
      .set({ requested_at: new Date(0) })
      .execute()
    return { caller: server.owner, args: { format: 'zulip' } }
  },
  'GET /export/realm': byOwner(),
  'GET /export/realm/consents': byOwner(),
  'DELETE /export/realm/{export_id}': once(
    byOwner(async (server) => ({ export_id: (await anExport(server)).id })),
  ),
  'POST /import/realm': once(
    byOwner(async (server) => {
      await endImports(server)
      return { file_name: 'export.zip', bytes: 1_000 }
    }),
  ),
  'GET /import/realm': byOwner(),
  'POST /import/realm/{import_id}/parts/{number}': once(async (server) => ({
    caller: server.owner,
    args: encode({ import_id: await anImport(server, 'uploading'), number: 0 }),
    file: { name: 'part', type: 'application/octet-stream', bytes: Buffer.alloc(4) },
  })),
  'POST /import/realm/{import_id}/start': once(
    byOwner(async (server) => ({ import_id: await anImport(server, 'checked') })),
  ),
  'DELETE /import/realm/{import_id}': once(
    byOwner(async (server) => ({ import_id: await anImport(server, 'checked') })),
  ),
  'GET /import/realm/{import_id}/report': byOwner(async (server) => ({
    import_id: await anImport(server, 'checked'),
  })),
  'GET files /user_avatars/exports/{realm_id}/{key}/{filename}': byOwner(async (server) => {
    const [, , , realm_id, key, filename] = (await anExport(server)).url.split('/')
    return { realm_id, key, filename }
  }),
  'PATCH /realm/user_settings_defaults': byOwner(async () => ({
    enter_sends: (made += 1) % 2 === 0,
  })),
  'GET /realm/profile_fields': byOwner(),
  'POST /realm/icon': withPicture(byOwner()),
  'DELETE /realm/icon': byOwner(),
  'GET /realm/icon': byOwner(),
  'POST /realm/logo': withPicture(byOwner({ night: true })),
  'DELETE /realm/logo': byOwner(),
  'GET /realm/logo': byOwner({ night: true }),
  'GET files /user_avatars/{realm_id}/realm/{filename}': async ({ owner }) => {
    const { bytes, name } = await aPicture()
    const response = await owner.upload('/realm/icon', bytes, name)
    return { args: pictureParts(shapedLike(response.body, { icon_url: '' }).icon_url) }
  },
  'GET /realm/scim_tokens': byOwner(),
  'POST /realm/scim_tokens': once(byOwner({ name: 'Okta' })),
  'DELETE /realm/scim_tokens/{token_id}': once(byOwner(aScimToken)),
  'GET /realm/domains': byOwner(),
  'POST /realm/domains': once(byOwner(async () => ({ domain: `${fresh('acme')}.test` }))),
  'PATCH /realm/domains/{domain}': byOwner(async (server) => ({
    ...(await aDomain(server)),
    allow_subdomains: true,
  })),
  'DELETE /realm/domains/{domain}': once(byOwner(aDomain)),
  'GET /integrations': byOwner(),
  'GET /realm/identity_providers': byOwner(),
  'POST /realm/identity_providers': once(byOwner(async () => identityProvider())),
  'PATCH /realm/identity_providers/{slug}': byOwner(async (server) => ({
    ...(await anIdentityProvider(server)),
    display_name: 'Acme',
  })),
  'DELETE /realm/identity_providers/{slug}': once(byOwner(anIdentityProvider)),
  'POST /realm/identity_providers/{slug}/test': byOwner(anIdentityProvider),
  'PUT /realm/identity_providers/{slug}/claim_rules': byOwner(async (server) => ({
    ...(await anIdentityProvider(server)),
    rules: [{ when: { claim: 'groups', equals: 'boss' }, set: { role: 'owner' } }],
  })),
  'POST /realm/identity_providers/{slug}/claim_rules/try': byOwner(async (server) => ({
    ...(await anIdentityProvider(server)),
    token: JSON.stringify({ sub: '1', email: 'ada@parley.test', email_verified: true }),
  })),
  'POST /realm/identity_providers/{slug}/sync': once(byOwner(aDirectory)),
  'POST /realm/playgrounds': once(byOwner(async () => aPlayground())),
  'DELETE /realm/playgrounds/{playground_id}': once(
    byOwner(async ({ owner }) => {
      const { body } = await owner.post('/realm/playgrounds', aPlayground())
      return { playground_id: shapedLike(body, { id: 0 }).id }
    }),
  ),
  'POST /users/me/onboarding_steps': byOwner({ onboarding_step: 'intro_inbox_view_modal' }),
  'GET /analytics/chart_data': byOwner({ chart_name: 'number_of_humans' }),
  'GET /analytics/chart_data/stream/{stream_id}': byOwner(aStreamId),
  'POST /zcommand': byOwner({ command: '/ping' }),
  'GET /calls/bigbluebutton/create': refused('BigBlueButton is not configured.', byOwner()),
  'POST /realm/test_welcome_bot_custom_message': byOwner({ welcome_message_custom_text: 'hi' }),
  'POST /mobile_push/register': noMobilePush({ device_id: 1, push_key_id: 7, push_key: aPushKey }),
  'POST /mobile_push/e2ee/test_notification': noPushService,
  'POST /calls/zoom/create': refused('Zoom credentials have not been configured', byOwner()),
  'GET /realm/subdomain/{subdomain}': async () => ({ args: { subdomain: 'acme' } }),
  'POST /realm/profile_fields': once(
    byOwner(async () => ({ field_type: 1, name: fresh('food'), hint: 'Or drink' })),
  ),
  'PATCH /realm/profile_fields': byOwner(async (server) => {
    await aField(server)
    const { body } = await server.owner.get('/realm/profile_fields')
    const { custom_fields: fields } = shapedLike(body, { custom_fields: [{ id: 0 }] })
    return { order: fields.map(({ id }) => id) }
  }),
  'PATCH /realm/profile_fields/{field_id}': byOwner(async (server) => ({
    ...(await aField(server)),
    hint: 'Or drink',
  })),
  'DELETE /realm/profile_fields/{field_id}': once(byOwner(aField)),
  'PATCH /users/me/profile_data': byOwner(async (server) => ({
    data: [{ id: (await aField(server)).field_id, value: 'pizza' }],
  })),
  'DELETE /users/me/profile_data': byOwner(async (server) => ({
    data: [(await aField(server)).field_id],
  })),

  'GET /users/me': byOwner(),
  'GET /users': byOwner(),
  'POST /users': once(
    byOwner(async () => ({
      email: `${fresh('new')}@parley.test`,
      password: 'long enough',
      full_name: 'New Person',
    })),
  ),
  'GET /users/{user_id}': byOwner(async ({ owner }) => ({ user_id: owner.id })),
  'PATCH /users/{user_id}': byOwner(async (server) => ({
    ...(await aUser(server)),
    full_name: 'Another Name',
  })),
  'DELETE /users/{user_id}': once(byOwner(aUser)),
  'POST /users/{user_id}/reactivate': byOwner(aUser),
  'DELETE /users/{user_id}/sessions': byOwner(aUser),
  'DELETE /users/{user_id}/second_factor': refused('There is no second factor.', byOwner(aUser)),
  'DELETE /users/me': once(bySomebody),
  'POST /users/me/api_key/regenerate': once(bySomebody),
  'GET /users/me/pointer': byOwner(),
  'POST /users/me/pointer': byOwner(aMessage),
  'PUT /users/me/pointer': byOwner(aMessage),

  'POST /messages': byOwner({ type: 'stream', to: 'general', topic: 'lunch', content: 'pizza?' }),
  'GET /messages': byOwner({ anchor: 'newest', num_before: 10, num_after: 0 }),
  'GET /messages/{message_id}': byOwner(async (server) => ({
    message_id: (await aMessage(server)).pointer,
  })),
  'GET /messages/matches_narrow': byOwner(async (server) => ({
    msg_ids: [(await aMessage(server)).pointer],
    narrow: [['is', 'private']],
  })),
  'POST /messages/flags': byOwner(async (server) => ({
    messages: [(await aMessageId(server)).message_id],
    op: 'add',
    flag: 'starred',
  })),
  'POST /messages/flags/narrow': byOwner({
    anchor: 'oldest',
    num_before: 0,
    num_after: 10,
    narrow: [['is', 'dm']],
    op: 'add',
    flag: 'read',
  }),
  'POST /mark_all_as_read': byOwner(),
  'POST /mark_stream_as_read': byOwner(aStreamId),
  'POST /mark_topic_as_read': byOwner(async (server) => ({
    ...(await aStreamId(server)),
    topic_name: 'lunch',
  })),
  'POST /messages/render': byOwner({ content: '**pizza**' }),
  'PATCH /messages/{message_id}': byOwner(async (server) => ({
    ...(await aMessageId(server)),
    content: 'pasta?',
  })),
  'POST /messages/{message_id}/report': byOwner(async (server) => {
    const { stream_id } = await aStreamId(server)
    await server.owner.patch('/realm', { moderation_request_channel_id: stream_id })
    return { ...(await aMessageId(server)), report_type: 'spam' }
  }),
  'DELETE /messages/{message_id}': once(byOwner(aMessageId)),
  'GET /messages/{message_id}/history': byOwner(aMessageId),
  'GET /messages/{message_id}/read_receipts': byOwner(aMessageId),
  'GET /messages/{message_id}/trace': byOwner(aMessageId),
  'POST /messages/{message_id}/reactions': once(
    byOwner(async (server) => ({ ...(await aMessageId(server)), emoji_name: 'tada' })),
  ),
  'DELETE /messages/{message_id}/reactions': once(
    byOwner(async (server) => {
      const message = await aMessageId(server)
      await server.owner.post(`/messages/${message.message_id}/reactions`, { emoji_name: 'tada' })
      return { ...message, emoji_name: 'tada' }
    }),
  ),

  'POST /submessage': byOwner(async (server) => ({
    ...(await aPollId(server)),
    msg_type: 'widget',
    content: { type: 'vote', key: 'canned,0', vote: 1 },
  })),

  'POST /users/me/presence': byOwner({ status: 'active' }),
  'GET /users/{user_id}/presence': byOwner(async ({ owner }) => {
    // Other tests of the same organization may have turned it off.
    await owner.patch('/realm', { presence_disabled: false })
    await owner.patch('/settings', { presence_enabled: true })
    await owner.post('/users/me/presence', { status: 'active' })
    return { user_id: owner.id }
  }),
  'GET /realm/presence': byOwner(),
  // The older form, which uses every argument.
  'POST /typing': byOwner(async (server) => ({
    type: 'stream',
    op: 'start',
    to: [(await aStream(server)).id],
    topic: 'lunch',
  })),
  'POST /users/{user_id}/status': byOwner(async (server) => ({
    ...(await aUser(server)),
    status_text: 'away',
  })),
  'POST /users/me/status': byOwner({ status_text: 'at lunch', emoji_name: 'pizza' }),
  'GET /users/{user_id}/status': byOwner(async ({ owner }) => ({ user_id: owner.id })),

  'POST /user_uploads': withPicture(once(byOwner())),
  'GET /user_uploads/{realm_id}/{key}/{filename}': byOwner(aFile),
  'GET files /user_uploads/{realm_id}/{key}/{filename}': byOwner(aFile),
  'GET files /user_uploads/thumbnail/{realm_id}/{key}/{filename}/{format}': byOwner(
    async (server) => ({ ...(await aFile(server)), format: '300x200.webp' }),
  ),
  'GET files /user_uploads/temporary/{token}/{filename}': async (server) => {
    const { realm_id, key, filename } = await aFile(server)
    const response = await server.owner.get(`/user_uploads/${realm_id}/${key}/${filename}`)
    const { url } = shapedLike(response.body, { url: '' })
    return { args: { token: url.split('/')[3] ?? '', filename } }
  },
  'GET /attachments': byOwner(),
  'DELETE /attachments/{attachment_id}': once(
    byOwner(async (server) => {
      await aFile(server)
      const { attachments } = shapedLike((await server.owner.get('/attachments')).body, {
        attachments: [{ id: 0 }],
      })
      return { attachment_id: attachments.at(-1)?.id }
    }),
  ),

  'POST /users/me/avatar': withPicture(once(byOwner())),
  'DELETE /users/me/avatar': byOwner(),
  'GET files /avatar/{user_id}': byOwner(({ owner }) => Promise.resolve({ user_id: owner.id })),
  'GET files /avatar/{user_id}/medium': byOwner(({ owner }) =>
    Promise.resolve({ user_id: owner.id }),
  ),
  'GET files /archives/{channel}': refused('No such message', byOwner({ channel: 'C0123' })),
  'GET files /archives/{channel}/{message}': refused(
    'No such message',
    byOwner({ channel: 'C0123', message: 'p1446712932000003' }),
  ),
  'GET files /files/{user}/{file}/{filename}': refused(
    'No such message',
    byOwner({ user: 'U0123', file: 'F0123', filename: 'plan.txt' }),
  ),
  'GET files /channel/{name}': refused('No such message', byOwner({ name: 'x', msg: 'y' })),
  'GET files /channel/{name}/thread/{thread}': refused(
    'No such message',
    byOwner({ name: 'x', thread: 'y', msg: 'z' }),
  ),
  'GET files /group/{name}': refused('No such message', byOwner({ name: 'x', msg: 'y' })),
  'GET files /group/{name}/thread/{thread}': refused(
    'No such message',
    byOwner({ name: 'x', thread: 'y', msg: 'z' }),
  ),
  'GET files /direct/{name}': refused('No such message', byOwner({ name: 'x', msg: 'y' })),
  'GET files /direct/{name}/thread/{thread}': refused(
    'No such message',
    byOwner({ name: 'x', thread: 'y', msg: 'z' }),
  ),
  'GET files /file-upload/{file}': refused('No such message', byOwner({ file: 'x' })),
  'GET files /file-upload/{file}/{filename}': refused(
    'No such message',
    byOwner({ file: 'x', filename: 'plan.txt' }),
  ),
  'GET files /ufs/{store}/{file}/{filename}': refused(
    'No such message',
    byOwner({ store: 'x', file: 'y', filename: 'plan.txt' }),
  ),
  'GET files /{team}/pl/{post}': refused('No such message', byOwner({ team: 'crew', post: 'x' })),
  'GET files /{team}/channels/{name}': refused(
    'No such message',
    byOwner({ team: 'crew', name: 'x' }),
  ),
  'GET files /{team}/messages/{name}': refused(
    'No such message',
    byOwner({ team: 'crew', name: '@x' }),
  ),
  'GET files /files/{file}/public': refused('No such message', byOwner({ file: 'x' })),
  'GET files /api/v4/files/{file}': refused('No such message', byOwner({ file: 'x' })),
  'GET files /channels/{guild}/{channel}': refused(
    'No such message',
    byOwner({ guild: '1', channel: '2' }),
  ),
  'GET files /channels/{guild}/{channel}/{message}': refused(
    'No such message',
    byOwner({ guild: '1', channel: '2', message: '3' }),
  ),
  'GET files /external_content/{signature}/{url}': refused(
    'Picture not found',
    byOwner({
      signature: '0'.repeat(64),
      url: Buffer.from('https://ex.org/cat.png').toString('hex'),
    }),
  ),
  'GET files /user_avatars/{realm_id}/{filename}': async ({ owner }) => {
    const { bytes, name } = await aPicture()
    const response = await owner.upload('/users/me/avatar', bytes, name)
    return { args: pictureParts(shapedLike(response.body, { avatar_url: '' }).avatar_url) }
  },

  'GET /realm/emoji': byOwner(),
  'POST /realm/emoji/{emoji_name}': withPicture(
    once(byOwner(() => Promise.resolve({ emoji_name: fresh('party') }))),
  ),
  'DELETE /realm/emoji/{emoji_name}': once(byOwner(anEmoji)),
  'GET files /user_avatars/{realm_id}/emoji/images/{filename}': async (server) => {
    const { emoji_name } = await anEmoji(server)
    const { emoji } = shapedLike((await server.owner.get('/realm/emoji')).body, {
      emoji: mapOf({ name: '', source_url: '' }),
    })
    const made = Object.values(emoji).find(({ name }) => name === emoji_name)
    return { args: pictureParts(made?.source_url ?? '') }
  },

  'POST /external/{integration_name}': async (server) => {
    const { apiKey } = await server.bot(server.owner, fresh('hook'), 2)
    return {
      args: { integration_name: 'helloworld', api_key: apiKey, stream: 'general', topic: 'news' },
      payload: { featured_title: 'Pizza', featured_url: 'https://pizza.test' },
    }
  },

  'GET /bots': byOwner(),
  'POST /bots': once(
    byOwner(async () => {
      const name = fresh('newbot')
      return { full_name: name, short_name: name }
    }),
  ),
  'PATCH /bots/{bot_id}': byOwner(async (server) => ({
    ...(await aBot(server)),
    default_all_public_streams: true,
  })),
  'DELETE /bots/{bot_id}': once(byOwner(aBot)),
  'POST /bots/{bot_id}/api_key/regenerate': byOwner(aBot),
  'GET /bots/{bot_id}/api_key': byOwner(aBot),

  'GET /bot_storage': byBot(),
  'PUT /bot_storage': byBot({ storage: { key: 'value' } }),
  'DELETE /bot_storage': byBot(),

  'GET /user_groups': byOwner(),
  'POST /user_groups/create': once(byOwner(async () => ({ name: fresh('new group') }))),
  'PATCH /user_groups/{user_group_id}': byOwner(async (server) => ({
    ...(await aGroup(server)),
    description: 'changed',
  })),
  'DELETE /user_groups/{user_group_id}': once(byOwner(aGroup)),
  'POST /user_groups/{user_group_id}/deactivate': once(byOwner(aGroup)),
  'GET /user_groups/{user_group_id}/members': byOwner(aGroup),
  'GET /user_groups/{user_group_id}/members/{user_id}': byOwner(async (server) => ({
    ...(await aGroup(server)),
    user_id: server.owner.id,
  })),
  'POST /user_groups/{user_group_id}/members': once(
    byOwner(async (server) => ({ ...(await aGroup(server)), add: [server.owner.id] })),
  ),
  'GET /user_groups/{user_group_id}/subgroups': byOwner(aGroup),
  'POST /user_groups/{user_group_id}/subgroups': once(
    byOwner(async (server) => ({ ...(await aGroup(server)), add: [1] })),
  ),

  'GET /realm/linkifiers': byOwner(),
  'PATCH /realm/linkifiers': byOwner(async ({ owner }) => {
    const { body } = await owner.get('/realm/linkifiers')
    const { linkifiers } = shapedLike(body, { linkifiers: [{ id: 0 }] })
    return { ordered_linkifier_ids: linkifiers.map(({ id }) => id) }
  }),
  'GET /realm/filters': byOwner(),
  'POST /realm/filters': once(byOwner(async () => linkifierOf(fresh('task')))),
  'PATCH /realm/filters/{filter_id}': byOwner(aLinkifier),
  'DELETE /realm/filters/{filter_id}': once(
    byOwner(async (server) => ({ filter_id: (await aLinkifier(server)).filter_id })),
  ),

  'GET /audit_log': byOwner(),

  'GET /server_settings': async () => ({ args: {} }),
  'POST /fetch_api_key': async (server) => {
    const name = fresh('somebody')
    const { email } = await server.user(name)
    return { args: { username: email, password: `password of ${name}` } }
  },
  'POST /jwt/fetch_api_key': async () => ({
    refusal: {
      msg: 'JWT authentication is not enabled for this organization',
      code: 'BAD_REQUEST',
    },
    args: { token: 'x.y.z' },
  }),
  'GET /invites': byOwner(),
  'POST /invites': byOwner(async () => ({
    invitee_emails: `${fresh('invited')}@parley.test`,
    stream_ids: [],
  })),
  'POST /invites/multiuse': byOwner({ stream_ids: [] }),
  'POST /invites/{invite_id}/resend': byOwner(anInvitation),
  'DELETE /invites/{invite_id}': once(byOwner(anInvitation)),
  'DELETE /invites/multiuse/{invite_id}': once(byOwner(aLinkId)),
  'POST /accounts/register': async () => ({
    refusal: {
      msg: 'You need an invitation to join this organization.',
      code: 'INVITATION_REQUIRED',
    },
    args: { email: 'ada@parley.test' },
  }),
  'POST /accounts/confirmation': async (server) => ({ args: { key: await aLinkKey(server) } }),
  'POST /accounts/join': async (server) => ({
    isSpent: true,
    args: {
      key: await anInvitationKey(server),
      full_name: fresh('Newcomer '),
      password: 'correct horse battery staple',
    },
  }),

  'POST /json/session': async (server) => {
    const name = fresh('somebody')
    const { email } = await server.user(name)
    return { args: { email, password: `password of ${name}` } }
  },
  'DELETE /json/session': refused('There is no session to end.', byOwner()),
  'GET /json/sessions': byOwner(),
  'DELETE /json/sessions': byOwner(),
  'DELETE /json/sessions/{session_id}': once(byOwner(aSession)),
  'POST /json/session/second': refused(
    ended,
    async () => ({ args: { ticket: 'x'.repeat(43), code: '123456' } }),
    'LOGIN_ENDED',
  ),
  'GET /json/second_factor': byOwner(),
  'POST /json/second_factor': refused(sessionOnly, byOwner()),
  'POST /json/second_factor/confirm': refused(
    sessionOnly,
    byOwner({ ticket: 'x'.repeat(43), code: '123456' }),
  ),
  'POST /json/second_factor/recovery_codes': refused(sessionOnly, byOwner({ code: '123456' })),
  'DELETE /json/second_factor': refused(sessionOnly, byOwner({ code: '123456' })),
  'POST /json/session/passkey/options': async () => ({ args: {} }),
  'POST /json/session/passkey': refused(
    ended,
    async () => ({ args: encode({ credential: aUsedCredential }) }),
    'LOGIN_ENDED',
  ),
  'GET /json/passkeys': byOwner(),
  'POST /json/passkeys/options': refused(sessionOnly, byOwner()),
  'POST /json/passkeys': refused(
    sessionOnly,
    byOwner({ name: 'Laptop', credential: aMadeCredential }),
  ),
  'PATCH /json/passkeys/{passkey_id}': refused(
    sessionOnly,
    byOwner({ passkey_id: 1, name: 'Laptop' }),
  ),
  'DELETE /json/passkeys/{passkey_id}': refused(sessionOnly, byOwner({ passkey_id: 1 })),
  'POST /json/session/proof': refused(
    'Only sessions are asked for a proof.',
    byOwner({ password: 'PASSWORD' }),
  ),
  'GET /json/session/proof': byOwner(),
  'POST /json/session/proof/code': refused(
    'This server sends no mail: log in by your password.',
    byOwner(),
  ),
  'POST /json/login_code': refused(
    'This server sends no mail: log in by your password.',
    async () => ({ args: { email: 'ada@parley.test' } }),
  ),
  'POST /json/session/code': refused(
    'This code is wrong, has expired, or was used already.',
    async () => ({ args: { email: 'ada@parley.test', code: '123456' } }),
    'INVALID_CODE',
  ),
  'GET /users/me/api_keys': byOwner(),
  'POST /users/me/api_keys': once(byOwner({ name: 'Script', scope: 'read' })),
  'DELETE /users/me/api_keys/{key_id}': once(byOwner(anApiKey)),
  'GET /users/{user_id}/api_keys': byOwner(async ({ owner }) => ({ user_id: owner.id })),
  'POST /users/{user_id}/api_keys': once(byOwner(aBotForKeys)),
  'DELETE /users/{user_id}/api_keys/{key_id}': once(byOwner(anApiKey)),
  'POST /json/fetch_api_key': async (server) => {
    const name = fresh('somebody')
    const caller = await server.user(name)
    return { caller, args: { password: `password of ${name}` } }
  },

  'POST /accounts/password/reset': refused(
    'This server sends no mail: ask an administrator of the organization for a new password.',
    async () => ({ args: { email: 'ada@parley.test' } }),
  ),
  'POST /accounts/password/check': async (server) => ({
    args: { key: await aPasswordKey(server) },
  }),
  'POST /accounts/password/set': once(async (server) => ({
    args: { key: await aPasswordKey(server), new_password: 'a lake of cold tea' },
  })),
  'POST /accounts/confirm_new_email': once(async (server) => {
    // An earlier trial may have changed the organization's settings.
    await server.owner.patch('/realm', { email_changes_disabled: false })
    return { args: { key: await anAddressKey(server) } }
  }),
  'POST /users/{user_id}/password_reset': byOwner(aUser),
  'POST files /accounts/unsubscribe/missed_messages/{key}': withUnsubscribeKey('missed_messages'),
  'POST files /accounts/unsubscribe/digest/{key}': withUnsubscribeKey('digest'),
  'POST files /accounts/unsubscribe/login/{key}': withUnsubscribeKey('login'),
  'POST /accounts/unsubscribe': withUnsubscribeKey('missed_messages'),
}

function withUnsubscribeKey(kind: UnsubscribeKind) {
  return async (server: TestServer): Promise<SampleCall> => {
    const user = await findUserById(server.db, server.realmId, server.owner.id)
    if (!user) throw new Error('The owner is gone.')
    const link = await unsubscribeLink(testConfig(), server.db, user, kind)
    return { args: { key: link.slice(link.lastIndexOf('/') + 1) } }
  }
}

/** The key of a link that sets a user's password. */
async function aPasswordKey(server: TestServer): Promise<string> {
  const { user_id } = await aUser(server)
  const { link } = shapedLike((await server.owner.post(`/users/${user_id}/password_reset`)).body, {
    link: '',
  })
  return link.slice(link.lastIndexOf('/') + 1)
}

/** The key of a link that changes a user's address. */
async function anAddressKey(server: TestServer): Promise<string> {
  const { id, email } = await server.user(fresh('somebody'))
  const address = `${fresh('other')}@parley.test`
  // Single statements, which need no transaction.
  const { token } = await issueConfirmation(datedAt(server.db, new Date()) as Tx, {
    ...{ realmId: server.realmId, kind: 'email_change', userId: id, address },
    data: { oldEmail: email },
  })
  return token
}

/** An export that is finished. */
async function anExport(server: TestServer): Promise<{ id: number; url: string }> {
  await server.db
    .updateTable('realm_exports')
    .set({ requested_at: new Date(0) })
    .execute()
  const { id } = await server.owner.call('POST /export/realm')
  await server.door.makeExports()
  // The server's own job may have taken the export first.
  for (;;) {
    const { exports } = (await server.owner.get('/export/realm')).body as {
      exports: { id: number; export_url: string | null }[]
    }
    const url = exports.find((each) => each.id === id)?.export_url
    if (url) return { id, url }
  }
}

async function endImports(server: TestServer): Promise<void> {
  await server.db
    .updateTable('import_jobs')
    .set({ ended_at: new Date() })
    .where('realm_id', '=', server.realmId)
    .execute()
}

/** An import of four bytes that no worker runs yet. */
async function anImport(server: TestServer, state: 'uploading' | 'checked'): Promise<number> {
  await endImports(server)
  const { id } = await server.db
    .insertInto('import_jobs')
    .values({
      ...{ realm_id: server.realmId, acting_user_id: server.owner.id, state },
      ...{ file_name: 'export.zip', path_key: fresh('key'), bytes: 4 },
      ...{ requested_at: new Date(), due_at: new Date(Date.now() + 86_400_000) },
      checked_report: JSON.stringify({ source: 'slack:T1', kinds: {}, remarks: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
