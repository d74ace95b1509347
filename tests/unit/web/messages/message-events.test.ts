import { createMessageCache } from '../../../../src/web/data/messages/cache'
import type { Message } from '../../../../src/web/data/records/message'
import { applyMessageEvent } from '../../../../src/web/data/messages/message-events'
import type { ServerEvent } from '../../../../src/web/data/records/state'
import { present } from '../../../support/checked'
import { eventWith } from '../store/sample-state'

const message: Message = {
  id: 33,
  type: 'stream',
  stream_id: 5,
  display_recipient: 'ops',
  subject: 'deploys',
  sender_id: 11,
  sender_full_name: 'Bo',
  sender_email: 'bo@acme.test',
  avatar_url: null,
  content: '<p>hi</p>',
  timestamp: 1_700_000_000,
  is_me_message: false,
  flags: [],
  reactions: [],
  submessages: [],
}
const { flags: _flags, ...withoutFlags } = message
const tada = {
  message_id: 33,
  emoji_name: 'tada',
  emoji_code: '1f389',
  reaction_type: 'unicode_emoji',
  user_id: 10,
}

const events: Record<string, ServerEvent> = {
  'an edit': eventWith('update_message', {
    user_id: 11,
    message_id: 33,
    message_ids: [33],
    flags: ['read', 'mentioned'],
    edit_timestamp: 1_700_000_100,
    rendering_only: false,
    stream_id: 5,
    orig_content: 'hi',
    rendered_content: '<p>ho</p>',
    is_me_message: false,
  }),
  'a move': eventWith('update_message', {
    user_id: 10,
    message_id: 33,
    message_ids: [33],
    flags: [],
    edit_timestamp: 1_700_000_200,
    rendering_only: false,
    stream_id: 5,
    new_stream_id: 6,
    orig_subject: 'deploys',
    subject: 'rollouts',
    propagate_mode: 'change_all',
  }),
  'a reaction': eventWith('reaction', { op: 'add', ...tada }),
  'a vote': eventWith('submessage', {
    message_id: 33,
    submessage_id: 4,
    sender_id: 11,
    msg_type: 'widget',
    content: '{}',
  }),
  'a star': eventWith('update_message_flags', {
    op: 'add',
    flag: 'starred',
    messages: [33],
    all: false,
  }),
  'all read': eventWith('update_message_flags', {
    op: 'add',
    flag: 'read',
    messages: [],
    all: true,
  }),
}

describe('Applying events to messages', () => {
  const streamName = (id: number) => (id === 6 ? 'web' : 'ops')
  const cacheWith = (...messages: Message[]) => {
    const cache = createMessageCache()
    cache.put(messages)
    return cache
  }

  it.each(Object.keys(events))('is idempotent: %s', (name) => {
    const cache = cacheWith(message)
    const event = present(events[name])
    applyMessageEvent(cache, event, streamName)
    const once = cache.get(33)
    expect(once).not.toEqual(message)
    applyMessageEvent(cache, event, streamName)
    expect(cache.get(33)).toEqual(once)
  })

  it('changes edited and moved messages and their reactions', () => {
    const cache = cacheWith(message)
    for (const event of Object.values(events)) {
      applyMessageEvent(cache, event, streamName)
    }
    expect(cache.get(33)).toMatchObject({
      content: '<p>ho</p>',
      stream_id: 6,
      display_recipient: 'web',
      subject: 'rollouts',
      flags: ['starred', 'read'],
      last_edit_timestamp: 1_700_000_100,
      last_moved_timestamp: 1_700_000_200,
      edit_history: [
        { timestamp: 1_700_000_200, user_id: 10, prev_topic: 'deploys', prev_stream: 5 },
        { timestamp: 1_700_000_100, user_id: 11, prev_content: 'hi' },
      ],
      reactions: [{ emoji_name: 'tada', user_id: 10 }],
      submessages: [{ id: 4 }],
    })
    applyMessageEvent(cache, eventWith('reaction', { op: 'remove', ...tada }), streamName)
    expect(cache.get(33)?.reactions).toEqual([])
  })

  it('does not replace a fetched message by an older version', () => {
    const cache = cacheWith({ ...message, content: '<p>edited</p>' })
    const event = eventWith('message', { message: withoutFlags, flags: [] })
    expect(applyMessageEvent(cache, event, streamName).added).toBe(33)
    expect(cache.get(33)?.content).toBe('<p>edited</p>')
  })

  it('ignores uncached messages', () => {
    const cache = cacheWith()
    for (const event of Object.values(events)) {
      applyMessageEvent(cache, event, streamName)
    }
    expect(cache.size).toBe(0)
  })

  it('removes deleted messages, in either form of the event', () => {
    const cache = cacheWith(message, { ...message, id: 34 })
    applyMessageEvent(cache, eventWith('delete_message', { message_ids: [33] }), streamName)
    applyMessageEvent(cache, eventWith('delete_message', { message_id: 34 }), streamName)
    expect([cache.get(33), cache.get(34), cache.size]).toEqual([undefined, undefined, 0])
  })
})
