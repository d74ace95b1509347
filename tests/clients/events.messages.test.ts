import {
  anyValue,
  asBoolean,
  asNumbers,
  asText,
  firstOf,
  mapOf,
  present,
  shapedLike,
} from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { all, apps, useOnlookers } from './onlookers'
import { expectToConform } from './schemas/conform'
import * as replies from './schemas/mobile-replies'

type Fields = Record<string, unknown>

/**
 * Events about messages, for the clients of one person: each event is complete for its client, and names only
 * objects that the client knows.
 * Source: docs/protocol/events.md#complete.
 */
describe('events about messages for old and new clients', () => {
  const { org, watchers, does, expectEvents } = useOnlookers()

  it('cover messages in a stream, to one, to several, to oneself', async () => {
    const { ann, bob, cid, bot } = org
    const seen = await expectEvents(
      async () => {
        await bob.send('design', 'logo', 'Look, @**Ann**: an outage!')
        await bot.send('design', 'builds', 'Build **8** is red.')
        await cid.send('lobby', 'greetings', 'Ann is not here: she must not get this.')
        await bob.sendPrivately([ann.id], 'For you.')
        await bob.sendPrivately([ann.id, cid.id], 'For two.')
        await ann.sendPrivately([ann.id], 'For myself.')
      },
      all('message', 'message', 'message', 'message', 'message'),
    )
    for (const [first] of Object.values(seen)) {
      expect(present(first, 'first')['flags']).toEqual(
        expect.arrayContaining(['mentioned', 'has_alert_word']),
      )
    }
  })

  it('cover messages that the clients sent, with their unchanged local id', async () => {
    const { queue_id } = watchers.queues.mobile
    const echo = { queue_id, local_id: '1605123456.78', read_by_sender: true }
    const send = { type: 'stream', to: org.design.id, topic: 'logo', content: 'Mine.', ...echo }
    const seen = await expectEvents(async () => {
      expectToConform(replies.sentReply, await does('POST', '/messages', send))
    }, all('message'))
    const echoes = Object.values(seen).map(([event]) => present(event, 'event')['local_message_id'])
    expect(echoes).toEqual(['1605123456.78', undefined, undefined])
    expect(seen.mobile).toMatchObject([{ flags: ['read'], message: { client: 'ZulipFlutter' } }])
  })

  it('cover edits of the content, which are no moves', async () => {
    const seen = await expectEvents(
      () => org.bob.patch(`/messages/${org.messages.read}`, { content: 'A *better* sketch.' }),
      all('update_message'),
    )
    for (const [event] of Object.values(seen)) {
      expect(event).toMatchObject({ rendered_content: '<p>A <em>better</em> sketch.</p>' })
      for (const key of ['propagate_mode', 'subject', 'orig_subject', 'new_stream_id']) {
        expect(event).not.toHaveProperty(key)
      }
    }
  })

  it('cover edits made on the phone, in its form of the request', async () => {
    const edit = { content: 'Me too.', prev_content_sha256: await sha256('I like them.') }
    await expectEvents(
      () => does('PATCH', `/messages/${org.messages.own}`, edit),
      all('update_message'),
    )
  })

  it('cover moves to another topic, with the following messages', async () => {
    const move = { topic: 'emblem', propagate_mode: 'change_all' }
    const seen = await expectEvents(
      () =>
        org.bob.patch(`/messages/${org.messages.read}`, {
          ...move,
          send_notification_to_old_thread: false,
          send_notification_to_new_thread: false,
        }),
      all('update_message'),
    )
    for (const [event] of Object.values(seen)) {
      const ids = asNumbers(present(event, 'event')['message_ids'])
      expect(ids).toContain(org.messages.unread)
      expect(ids).toEqual(ids.toSorted((one, other) => one - other))
      expect(event).toMatchObject({ orig_subject: 'logo', subject: 'emblem' })
      expect(event).not.toHaveProperty('new_stream_id')
      expect(event).not.toHaveProperty('content')
    }
  })

  it('cover moves to another stream, and hidden messages', async () => {
    const { owner, bob, noise, vault } = org
    const id = await bob.send('design', 'drafts', 'Wander about.')
    const to = (stream: { id: number }) =>
      owner.patch(`/messages/${id}`, {
        stream_id: stream.id,
        propagate_mode: 'change_all',
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: false,
      })
    const seen = await expectEvents(
      async () => {
        expectSuccess(await to(noise))
        expectSuccess(await to(vault))
      },
      {
        mobile: ['message', 'update_message', 'delete_message'],
        terminal: ['message', 'update_message'],
        reactNative: ['message', 'update_message', 'delete_message'],
      },
    )
    expect(seen.mobile[1]).toMatchObject({ new_stream_id: noise.id, orig_subject: 'drafts' })
    expect(seen.mobile[1]).not.toHaveProperty('subject')
  })

  it('cover deletions', async () => {
    const { ann, bob, dora } = org
    const ids = [
      await bob.send('design', 'drafts', 'Gone soon.'),
      await ann.sendPrivately([bob.id], 'This too.'),
    ]
    const seen = await expectEvents(
      async () => {
        expectSuccess(await dora.delete(`/messages/${ids[0]}`))
        await does('DELETE', `/messages/${ids[1]}`)
      },
      apps('delete_message', 'delete_message'),
    )
    expect(seen.mobile).toMatchObject([
      { message_type: 'stream', message_ids: [ids[0]], topic: 'drafts' },
      { message_type: 'private', message_ids: [ids[1]] },
    ])
  })

  it('cover polls and votes', async () => {
    const seen = await expectEvents(
      async () => {
        const id = await org.bob.send('design', 'logo', '/poll Which?\n- the first\n- the second')
        const vote = { type: 'vote', key: 'canned,1', vote: 1 }
        await does('POST', '/submessage', { message_id: id, msg_type: 'widget', content: vote })
      },
      all('message', 'submessage'),
    )
    for (const [sent, voted] of Object.values(seen)) {
      const { id, submessages } = shapedLike(present(sent, 'sent')['message'], {
        id: 0,
        submessages: [mapOf(anyValue)],
      })
      expect(submessages).toMatchObject([{ sender_id: org.bob.id, msg_type: 'widget' }])
      expect(JSON.parse(asText(firstOf(submessages)['content']))).toEqual({
        widget_type: 'poll',
        extra_data: { question: 'Which?', options: ['the first', 'the second'] },
      })
      expect(voted).toMatchObject({
        message_id: id,
        sender_id: org.ann.id,
        msg_type: 'widget',
        content: '{"type":"vote","key":"canned,1","vote":1}',
      })
    }
  })

  it('cover reactions', async () => {
    const { messages, partyEmoji } = org
    const path = `/messages/${messages.mention}/reactions`
    const party = { emoji_name: 'party', emoji_code: partyEmoji, reaction_type: 'realm_emoji' }
    await expectEvents(
      async () => {
        await does('POST', path, {
          emoji_name: '+1',
          emoji_code: '1f44d',
          reaction_type: 'unicode_emoji',
        })
        expectSuccess(await org.bob.post(path, party))
        expectSuccess(await org.bob.delete(path, party))
        await does('DELETE', path, {
          emoji_name: '+1',
          emoji_code: '1f44d',
          reaction_type: 'unicode_emoji',
        })
      },
      all('reaction/add', 'reaction/add', 'reaction/remove', 'reaction/remove'),
    )
  })

  it('cover messages that are read, unread and starred elsewhere', async () => {
    const { direct, mention } = org.messages
    const mark = (op: string, flag: string, ids: number[]) =>
      does('POST', '/messages/flags', { messages: ids, op, flag })
    const seen = await expectEvents(
      async () => {
        expectToConform(replies.flagsReply, await mark('add', 'read', [direct, mention]))
        await mark('remove', 'read', [direct, mention])
        await mark('add', 'starred', [mention])
        await mark('remove', 'starred', [mention])
      },
      all(
        ...['update_message_flags/add', 'update_message_flags/remove'],
        ...['update_message_flags/add', 'update_message_flags/remove'],
      ),
    )
    expect(seen.mobile[1]).toMatchObject({
      message_details: {
        [direct]: { type: 'private', user_ids: [org.bob.id] },
        [mention]: { type: 'stream', stream_id: org.design.id, topic: 'emblem', mentioned: true },
      },
    })
  })

  it('cover all messages marked as read, in as many calls as the app needs', async () => {
    await expectEvents(async () => {
      let anchor: unknown = 'oldest'
      for (let isFirst = true, isDone = false; !isDone; isFirst = false) {
        const reply: Fields = await does('POST', '/messages/flags/narrow', {
          anchor,
          include_anchor: isFirst,
          num_before: 0,
          num_after: 1000,
          narrow: [{ operator: 'is', operand: 'unread' }],
          op: 'add',
          flag: 'read',
        })
        expectToConform(replies.narrowFlagsReply, reply)
        anchor = reply['last_processed_id']
        isDone = asBoolean(reply['found_newest'])
      }
    }, all('update_message_flags/add'))
  })
})

async function sha256(content: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
  return Buffer.from(digest).toString('hex')
}
