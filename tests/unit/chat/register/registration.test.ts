import { roles } from '../../../../src/shared/rules/roles'
import type { Requester } from '../../../../src/server/chat/rules/authentication'
import {
  resolveFetchTypes,
  buildRegistration,
} from '../../../../src/server/chat/queues/register/registration'
import type { QueueArguments } from '../../../../src/server/chat/queues/register/registration'
import { partOf } from '../../../support/stand-ins'

const member = partOf<Requester>({
  realm_id: 1,
  id: 10,
  role: roles.member,
  default_events_register_stream_id: null,
  default_all_public_streams: false,
})
const guest: Requester = { ...member, role: roles.guest }

function build(requester: Requester, args: Partial<QueueArguments> = {}) {
  const defaults = { applyMarkdown: false, clientGravatar: false, includeSubscribers: false }
  return buildRegistration(
    requester,
    { clientName: 'curl', lifespanSeconds: 0, ...defaults, ...args },
    600,
  )
}

describe('buildRegistration', () => {
  it('asks for every event, for ten minutes, by default', () => {
    expect(build(member)).toEqual({
      realmId: 1,
      userId: 10,
      clientName: 'curl',
      eventTypes: null,
      spellsSubscriptions: false,
      narrow: [],
      applyMarkdown: false,
      clientGravatar: false,
      includeSubscribers: false,
      capabilities: [],
      receivesPublicStreams: false,
      lifespanSeconds: 600,
    })
  })

  it('resolves both spellings of an event type, and remembers the one used', () => {
    const typesOf = (...eventTypes: string[]) => {
      const registration = build(member, { eventTypes })
      return [registration.eventTypes, registration.spellsSubscriptions]
    }
    expect(typesOf('messages', 'message')).toEqual([['message'], false])
    expect(typesOf('subscriptions')).toEqual([['subscription'], true])
    expect(typesOf('subscription')).toEqual([['subscription'], false])
    expect(typesOf('subscriptions', 'subscription')).toEqual([['subscription'], false])
    expect(typesOf()).toEqual([[], false])
  })

  it('lets a queue live for a week at most', () => {
    expect(build(member, { lifespanSeconds: 30 }).lifespanSeconds).toBe(30)
    expect(build(member, { lifespanSeconds: 10_000_000 }).lifespanSeconds).toBe(604_800)
  })

  it('cuts the name of a client, at whole characters', () => {
    const { clientName } = build(member, { clientName: '🦜'.repeat(40) })
    expect(clientName).toBe('🦜'.repeat(30))
  })

  it('includes public streams on request, with a narrow, or by default of the user', () => {
    const receives = (requester: Requester, args: Partial<QueueArguments> = {}) =>
      build(requester, args).receivesPublicStreams
    const bot: Requester = { ...member, default_all_public_streams: true }
    expect(receives(member, { allPublicStreams: true })).toBe(true)
    expect(receives(member, { narrow: [['is', 'private']] })).toBe(true)
    expect(receives(bot)).toBe(true)
    expect(receives(bot, { allPublicStreams: false })).toBe(false)
  })

  it('narrows a bot to its default stream, unless it sends a narrow', () => {
    const bot: Requester = { ...member, default_events_register_stream_id: 5 }
    const toDefault = [{ operator: 'stream', operand: 5, negated: false }]
    expect(build(bot)).toMatchObject({ narrow: toDefault, receivesPublicStreams: true })
    expect(build(bot, { narrow: [] }).narrow).toEqual(toDefault)
    expect(build(bot, { narrow: ['is', 'private'] }).narrow).toMatchObject([{ operator: 'is' }])
  })

  it('keeps guests to the streams they are subscribed to', () => {
    expect(() => build(guest, { allPublicStreams: true })).toThrow(
      'User not authorized for this query',
    )
    const narrowed = build(guest, { narrow: ['stream', 'ops'] })
    expect(narrowed).toMatchObject({ receivesPublicStreams: false, narrow: [{ operand: 'ops' }] })
    const byDefault = build({ ...guest, default_all_public_streams: true })
    expect(byDefault.receivesPublicStreams).toBe(false)
  })
})

describe('resolveFetchTypes', () => {
  it('falls back to the event types, and then to everything', () => {
    expect(resolveFetchTypes(['realm'], ['message'])).toEqual(new Set(['realm']))
    expect(resolveFetchTypes([], ['message'])).toEqual(new Set())
    expect(resolveFetchTypes(undefined, ['messages'])).toEqual(new Set(['message']))
    expect(resolveFetchTypes(undefined, undefined)).toBeUndefined()
  })
})
