import {
  anyValue,
  asBoolean,
  asNumber,
  asRecords,
  asText,
  firstOf,
  mapOf,
  shapedLike,
} from '../support/checked'
import type { Arguments } from '../support/person'
import { useTestServer } from '../support/test-server'
import { mobile } from './clients'
import { MobileModel } from './mobile-model'
import { foundOrganization } from './organization'
import type { Organization } from './organization'
import { Program } from './program'
import { expectToConform } from './schemas/conform'
import * as replies from './schemas/mobile-replies'
import { start } from './watchers'

type Fields = Record<string, unknown>

/**
 * The current mobile app: the strictest reader of all. One malformed record of a reply, or one malformed
 * event, and it reloads everything, forever.
 * Source: docs/protocol/clients.md#mobile.
 */
describe('the mobile app', () => {
  const server = useTestServer({ limits: 'default' })
  let org: Organization
  let app: Program

  beforeAll(async () => {
    org = await foundOrganization(server)
    app = new Program(org.ann, mobile.habits)
  })

  describe('the mobile app at log-in', () => {
    it('reads the settings of the server, without credentials', async () => {
      const response = await server.call('get', '/server_settings')
      expectToConform(replies.serverSettings, response.body)
      expect(response.body).toMatchObject({ realm_uri: server.url, realm_url: server.url })
    })

    it('exchanges email and password for a key that stays the same', async () => {
      const logIn = async () =>
        server
          .call('post', '/fetch_api_key')
          .type('form')
          .send({ username: org.ann.email, password: 'password of ann' })
      const { body } = await logIn()
      expectToConform(replies.apiKeyReply, body)
      expect(body).toMatchObject({ email: org.ann.email, user_id: org.ann.id })
      expect((await logIn()).body).toEqual(body)
    })
  })

  describe('the mobile app at its start', () => {
    it.each(['owner', 'ann', 'bob', 'dora', 'guest'] as const)(
      'reads the initial state of %s',
      async (who) => {
        new MobileModel(await start(mobile, org[who]))
      },
    )

    it('finds every group that a permission setting names', async () => {
      const state = await start(mobile, org.ann)
      const known = shapedLike(state['realm_user_groups'], [{ id: 0 }]).map(({ id }) => id)
      expect(groupsNamedIn(state).filter((id) => !known.includes(id))).toEqual([])
    })

    it('finds its unread messages in order, by conversation', async () => {
      const { unread_msgs: unread, starred_messages: starred } = await start(mobile, org.ann)
      const { messages: ids, ann, bob, cid, gone, design, noise } = org
      expect(unread).toMatchObject({
        pms: [
          { other_user_id: bob.id, unread_message_ids: [ids.direct] },
          { other_user_id: gone.id, unread_message_ids: [ids.fromGone] },
        ],
        huddles: [
          {
            user_ids_string: [ann.id, bob.id, cid.id].join(','),
            unread_message_ids: [ids.group],
          },
        ],
        mentions: [ids.mention],
        old_unreads_missing: false,
      })
      const streams = shapedLike(unread, { streams: [mapOf(anyValue)] }).streams
      expect(streams).toContainEqual(
        expect.objectContaining({
          stream_id: design.id,
          topic: 'logo',
          unread_message_ids: [ids.mention, ids.unread],
        }),
      )
      expect(streams).toContainEqual(
        expect.objectContaining({ stream_id: noise.id, unread_message_ids: [ids.muted] }),
      )
      expect(starred).toEqual([ids.read, ids.direct])
    })

    it('finds its conversations, without itself in them', async () => {
      const { recent_private_conversations: recent } = await start(mobile, org.ann)
      const { messages: ids, bob, cid, gone } = org
      expect(recent).toEqual(
        expect.arrayContaining([
          { max_message_id: ids.direct, user_ids: [bob.id] },
          { max_message_id: ids.group, user_ids: [bob.id, cid.id] },
          { max_message_id: ids.note, user_ids: [] },
          { max_message_id: ids.fromGone, user_ids: [gone.id] },
        ]),
      )
    })

    it('finds the settings of Ann', async () => {
      const state = await start(mobile, org.ann)
      const { design, bob, dora } = org
      expect(state).toMatchObject({
        alert_words: ['outage'],
        muted_users: [{ id: dora.id }],
        user_status: { [bob.id]: { status_text: 'lunch', emoji_code: '1f355' } },
        presences: { [bob.id]: {} },
        realm_emoji: { [org.partyEmoji]: { name: 'party', deactivated: false } },
      })
      expect(state['user_topics']).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            stream_id: design.id,
            topic_name: 'builds',
            visibility_policy: 1,
          }),
          expect.objectContaining({
            stream_id: design.id,
            topic_name: 'logo',
            visibility_policy: 3,
          }),
        ]),
      )
    })

    it('finds the emoji of its picker at the given address', async () => {
      const { server_emoji_data_url: url } = await start(mobile, org.ann)
      const response = await fetch(asText(url))
      expect(response.status).toBe(200)
      const data = shapedLike(await response.json(), { code_to_names: mapOf(['']) })
      expectToConform(replies.emojiData, data)
      expect(data.code_to_names['1f44d']).toContain('+1')
      expect(data.code_to_names['1f389']).toContain('tada')
    })

    it('gets the refusal of a lost queue that makes it register again', async () => {
      for (const verb of ['GET', 'DELETE'] as const) {
        const args = { queue_id: '1:1', last_event_id: -1 }
        const { status, body } = await app.call(verb, '/events', args)
        expect({ status, ...body }).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID' })
        expectToConform(replies.refusal, body)
      }
    })
  })

  describe('the mobile app with messages', () => {
    const list = async (narrow: unknown[], args: Arguments = {}) => {
      const body = await app.succeed('GET', '/messages', {
        narrow,
        anchor: 'first_unread',
        num_before: 100,
        num_after: 100,
        allow_empty_topic_name: true,
        ...args,
      })
      expectToConform(replies.messagesReply, body)
      return shapedLike(body, { messages: [{ id: 0, flags: [''] }] })
    }
    const term = (operator: string, operand: unknown) => ({ operator, operand })
    const idsOf = async (narrow: unknown[]) => (await list(narrow)).messages.map(({ id }) => id)

    it('shows the whole history, from the first unread message', async () => {
      const { messages, ...more } = await list([])
      expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining([org.messages.group]))
      expect(messages.map(({ id }) => id)).not.toContain(org.messages.elsewhere)
      expect(more).toMatchObject({
        anchor: org.messages.mention,
        found_anchor: true,
        found_oldest: true,
        found_newest: true,
        history_limited: false,
      })
    })

    it('shows page by page, until both ends are found', async () => {
      const all = (await list([])).messages.map(({ id }) => id)
      const paged: number[] = []
      let anchor: number | string = 'newest'
      for (let isFirst = true, isDone = false; !isDone; isFirst = false) {
        const page: Fields & { messages: { id: number }[] } = await list([], {
          anchor,
          num_before: 3,
          num_after: 0,
          ...(isFirst ? {} : { include_anchor: false }),
        })
        paged.unshift(...page.messages.map(({ id }) => id))
        anchor = firstOf(paged)
        isDone = asBoolean(page['found_oldest'])
      }
      expect(paged).toEqual(all)
    })

    it('shows a channel, a topic, a conversation, by ids alone', async () => {
      const { messages: ids, design, lobby, ann, bob, cid } = org
      const channel = term('channel', design.id)
      expect(await idsOf([channel])).toEqual(expect.arrayContaining([ids.read, ids.moved]))
      const logo = [channel, term('topic', 'logo')]
      const inLogo = [ids.read, ids.edited, ids.own, ids.mention, ids.unread]
      expect(await idsOf(logo)).toEqual(inLogo)
      expect(await idsOf([...logo, term('with', ids.read)])).toEqual(inLogo)
      // The narrow follows a message that was moved after the link was made.
      expect(await idsOf([...logo, term('with', ids.moved)])).toEqual([ids.moved])
      expect(await idsOf([term('dm', [ann.id, bob.id, cid.id])])).toEqual([ids.group])
      expect(await idsOf([term('dm', [ann.id])])).toEqual([ids.note])
      const elsewhere = [term('channel', lobby.id), term('topic', 'greetings')]
      expect((await list(elsewhere)).messages).toMatchObject([
        { id: ids.elsewhere, flags: ['read', 'historical'] },
      ])
    })

    it('shows messages with a flag, or with a word', async () => {
      const { messages: ids } = org
      expect(await idsOf([term('is', 'starred')])).toEqual([ids.read, ids.direct])
      expect(await idsOf([term('is', 'mentioned')])).toEqual([ids.mention])
      expect((await idsOf([term('is', 'dm')])).slice(-4)).toEqual([
        ...[ids.direct, ids.group, ids.note, ids.fromGone],
      ])
      expect(await idsOf([term('is', 'followed')])).toEqual(expect.arrayContaining([ids.read]))
      const { messages: hits } = await list([term('search', 'outage')])
      expect(hits).toMatchObject([
        { id: ids.unread, match_content: expect.stringContaining('class="highlight"') },
      ])
    })

    it('shows a single message, with its source and read receipts', async () => {
      const { read } = org.messages
      const args = { apply_markdown: false, allow_empty_topic_name: true }
      const body = await app.succeed('GET', `/messages/${read}`, args)
      expectToConform(replies.messageReply, body)
      expect(body).toMatchObject({
        raw_content: 'A first `sketch`.',
        message: { content: 'A first `sketch`.', content_type: 'text/x-markdown' },
      })
      const readers = await app.succeed('GET', `/messages/${read}/read_receipts`)
      expectToConform(replies.readReceiptsReply, readers)
      expect(readers).toMatchObject({ user_ids: [org.ann.id] })
    })

    it('shows the topics of a channel', async () => {
      const args = { allow_empty_topic_name: true }
      const body = await app.succeed('GET', `/users/me/${org.design.id}/topics`, args)
      expectToConform(replies.topicsReply, body)
      expect(shapedLike(body['topics'], [{ name: '' }]).map(({ name }) => name)).toEqual([
        ...['logo', 'fonts', 'builds', 'hello'],
      ])
    })
  })
})

/** Ids of the groups that settings of the realm and of streams refer to. */
function groupsNamedIn(state: Fields): number[] {
  const records = [state, ...asRecords(state['streams'])]
  return records
    .flatMap((record) => Object.entries(record))
    .filter(([key, value]) => /_group$/.test(key) && typeof value === 'number')
    .map(([, value]) => asNumber(value))
}
