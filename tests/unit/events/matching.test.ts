import { receives } from '../../../src/server/events/deliveries'
import type { Matched } from '../../../src/server/events/deliveries'
import type { Registration } from '../../../src/server/events/queues'
import type { Overlay, PublishedMessage, NarrowTerm } from '../../../src/shared/events'
import { alice, messageRecord, registrationOf } from '../../contract/event-queues.cast'

interface Details {
  fields?: Partial<PublishedMessage>
  overlay?: Overlay
  isPublicStreamMessage?: boolean
}

function aMessage({ fields, overlay = {}, isPublicStreamMessage = false }: Details = {}): Matched {
  const event = { type: 'message', message: messageRecord('hi', fields) } as const
  return { event, overlay, isPublicStreamMessage }
}

function aPointer(): Matched {
  return { event: { type: 'pointer', pointer: 1 }, overlay: {}, isPublicStreamMessage: false }
}

function registered(wishes: Partial<Registration> = {}): Registration {
  return registrationOf(alice, wishes)
}

describe('a queue', () => {
  it('receives events with its owner in the audience', () => {
    expect(receives(registered(), aMessage(), true)).toBe(true)
    expect(receives(registered(), aMessage(), false)).toBe(false)
    expect(receives(registered(), aPointer(), false)).toBe(false)
  })

  it('receives events of the types that it named', () => {
    const messages = registered({ eventTypes: ['message', 'realm_user'] })
    expect(receives(messages, aMessage(), true)).toBe(true)
    expect(receives(messages, aPointer(), true)).toBe(false)
    expect(receives(registered({ eventTypes: [] }), aMessage(), true)).toBe(false)
  })

  it('receives messages of public streams if it opted in, and no other events of these streams', () => {
    const onlooker = registered({ receivesPublicStreams: true })
    expect(receives(onlooker, aMessage({ isPublicStreamMessage: true }), false)).toBe(true)
    expect(receives(onlooker, aMessage(), false)).toBe(false)
    expect(receives(onlooker, aPointer(), false)).toBe(false)
    expect(receives(registered(), aMessage({ isPublicStreamMessage: true }), false)).toBe(false)
  })

  it('receives no messages that its own client mirrored', () => {
    const mirrored = aMessage({ fields: { client: 'irc_mirror' } })
    expect(receives(registered({ clientName: 'IRC_mirror' }), mirrored, true)).toBe(false)
    expect(receives(registered({ clientName: 'jabber_mirror' }), mirrored, true)).toBe(true)
    expect(receives(registered({ clientName: 'tests' }), aMessage(), true)).toBe(true)
  })
})

describe('a narrow', () => {
  type Term = Pick<NarrowTerm, 'operator' | 'operand'>

  function passes(terms: Term[], details?: Details, isSelected = true): boolean {
    const narrow = terms.map((term) => ({ ...term, negated: false }))
    const plain = receives(
      registered({ narrow, receivesPublicStreams: true }),
      aMessage(details),
      isSelected,
    )
    const [first] = narrow
    if (narrow.length === 1 && first) {
      // The negation of a term selects the opposite.
      const negated = registered({
        narrow: [{ ...first, negated: true }],
        receivesPublicStreams: true,
      })
      expect(receives(negated, aMessage(details), isSelected)).toBe(!plain)
    }
    return plain
  }

  const toAlice: Details = { fields: { type: 'private', display_recipient: [], subject: '' } }

  it.each([
    ['stream', 'LUNCH', true],
    ['stream', 'lunch ', false],
    ['stream', 5, true],
    ['stream', 6, false],
    ['topic', 'Pizza', true],
    ['topic', 'pasta', false],
    ['sender', 'Bob@Example.com', true],
    ['sender', 'alice@example.com', false],
    ['sender', 11, true],
    ['sender', 12, false],
    ['is', 'private', false],
    ['is', 'dm', false],
    ['is', 'starred', false],
    ['is', 'unread', true],
    ['is', 'mentioned', false],
    ['is', 'alerted', false],
    ['is', 'resolved', false],
    ['is', 'something of tomorrow', true],
  ] as const)('tests %s:%s on a stream message: %s', (operator, operand, expected) => {
    expect(passes([{ operator, operand }])).toBe(expected)
  })

  it.each([
    ['stream', 'lunch', false],
    ['stream', 5, false],
    ['topic', '', false],
    ['is', 'private', true],
    ['is', 'dm', true],
    ['sender', 'bob@example.com', true],
  ] as const)('tests %s:%s on a private message: %s', (operator, operand, expected) => {
    expect(passes([{ operator, operand }], toAlice)).toBe(expected)
  })

  it('looks at the flags of the owner', () => {
    const overlay = { flags: ['read'], userFlags: { [alice.userId]: ['mentioned', 'starred'] } }
    for (const operand of ['mentioned', 'alerted', 'starred', 'unread']) {
      expect(passes([{ operator: 'is', operand }], { overlay })).toBe(true)
    }
    expect(passes([{ operator: 'is', operand: 'unread' }], { overlay: { flags: ['read'] } })).toBe(
      false,
    )
  })

  it('ignores flags for an onlooker', () => {
    const details = { overlay: { flags: ['mentioned'] }, isPublicStreamMessage: true }
    expect(passes([{ operator: 'is', operand: 'mentioned' }], details, false)).toBe(false)
    expect(passes([{ operator: 'is', operand: 'mentioned' }], details, true)).toBe(true)
  })

  it('requires all its terms', () => {
    const lunch = { operator: 'stream', operand: 'lunch' } as const
    expect(passes([lunch, { operator: 'topic', operand: 'pizza' }])).toBe(true)
    expect(passes([lunch, { operator: 'topic', operand: 'pasta' }])).toBe(false)
  })

  it('restricts messages only', () => {
    const narrow = [{ operator: 'stream', operand: 'no such stream', negated: false } as const]
    expect(receives(registered({ narrow }), aPointer(), true)).toBe(true)
  })
})
