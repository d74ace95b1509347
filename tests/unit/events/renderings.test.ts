import type { MessageEvent, PlainEvent } from '../../../src/shared/events'
import {
  completeEvent,
  heartbeatPayload,
  overlayText,
  renderEvent,
  renderingKey,
} from '../../../src/server/wire/renderings'
import type { RenderingVariant } from '../../../src/server/wire/renderings'
import { messageRecord, subscriptionTo } from '../../contract/event-queues.cast'
import { anyValue, mapOf, shapedLike } from '../../support/checked'

function wishing(wishes: Partial<RenderingVariant> = {}): RenderingVariant {
  return {
    applyMarkdown: false,
    clientGravatar: false,
    includeSubscribers: false,
    spellsSubscriptions: false,
    ...wishes,
  }
}

describe('renderings of a message', () => {
  const event: MessageEvent = { type: 'message', message: messageRecord('*hi*') }
  const uploaded: MessageEvent = {
    type: 'message',
    message: messageRecord('*hi*', { avatar_is_gravatar: false }),
  }

  function render(of: MessageEvent, wishes: Partial<RenderingVariant>) {
    const text = renderEvent(of, renderingKey(of, wishing(wishes)))
    return shapedLike(JSON.parse(text), { message: mapOf(anyValue) }).message
  }

  it('differ in content and in the avatar', () => {
    const avatar_url = event.message.avatar_url
    const raw = { content: '*hi*', content_type: 'text/x-markdown' }
    const html = { content: '<p>*hi*</p>', content_type: 'text/html' }
    expect(render(event, {})).toMatchObject({ ...raw, avatar_url })
    expect(render(event, { applyMarkdown: true })).toMatchObject({ ...html, avatar_url })
    expect(render(event, { clientGravatar: true })).toMatchObject({ ...raw, avatar_url: null })
    expect(render(event, { applyMarkdown: true, clientGravatar: true })).toMatchObject({
      ...html,
      avatar_url: null,
    })
  })

  it('are fewer with an uploaded avatar, which is the same for everybody', () => {
    expect(render(uploaded, { clientGravatar: true })['avatar_url']).toBe(
      uploaded.message.avatar_url,
    )
    const keys = [true, false].map((clientGravatar) =>
      renderingKey(uploaded, wishing({ clientGravatar })),
    )
    expect(keys[0]).toBe(keys[1])
  })

  it('contain all fields of a message, and no helper fields', () => {
    const { rendered_content: _html, avatar_is_gravatar: _is, ...shown } = event.message
    for (const wishes of [{}, { applyMarkdown: true }, { clientGravatar: true }]) {
      expect(Object.keys(render(event, wishes)).sort()).toEqual(
        [...Object.keys(shown), 'content_type'].sort(),
      )
    }
  })
})

describe('renderings of a subscription', () => {
  const add: PlainEvent = {
    type: 'subscription',
    op: 'add',
    subscriptions: [subscriptionTo('lunch', [1, 2])],
  }
  const peerAdd: PlainEvent = {
    type: 'subscription',
    op: 'peer_add',
    subscriptions: ['lunch'],
    stream_id: 5,
    stream_ids: [5],
    user_id: 3,
    user_ids: [3],
  }

  function render(event: PlainEvent, wishes: Partial<RenderingVariant>): unknown {
    return JSON.parse(renderEvent(event, renderingKey(event, wishing(wishes))))
  }

  it('name subscribers only to clients that asked', () => {
    expect(render(add, { includeSubscribers: true })).toEqual(add)
    expect(render(add, {})).toEqual({ ...add, subscriptions: [{ name: 'lunch', stream_id: 5 }] })
  })

  it('use the spelling that the queue registered with', () => {
    const type = 'subscriptions'
    expect(render(peerAdd, { spellsSubscriptions: true })).toEqual({ ...peerAdd, type })
    expect(render(add, { spellsSubscriptions: true, includeSubscribers: true })).toEqual({
      ...add,
      type,
    })
    expect(render(peerAdd, {})).toEqual(peerAdd)
  })

  it('leave other events as they are, in one rendering', () => {
    const streams = [subscriptionTo('lunch', [1])]
    const stream: PlainEvent = { type: 'stream', op: 'create', streams }
    const keys = [{}, { spellsSubscriptions: true }, { applyMarkdown: true }].map((wishes) =>
      renderingKey(stream, wishing(wishes)),
    )
    expect(new Set(keys).size).toBe(1)
    expect(JSON.parse(renderEvent(stream, keys[0] ?? ''))).toEqual(stream)
  })
})

describe('the text of an event', () => {
  it('is composed of payload, overlay and id', () => {
    const overlay = overlayText(['read', 'a "flag"'], '15.01')
    expect(JSON.parse(completeEvent('{"type":"message"}', overlay, 7))).toEqual({
      type: 'message',
      flags: ['read', 'a "flag"'],
      local_message_id: '15.01',
      id: 7,
    })
    expect(completeEvent(heartbeatPayload, overlayText(undefined), '3')).toBe(
      '{"type":"heartbeat","id":3}',
    )
  })
})
