import { bodyAroundMessageId, bodyAroundMessageIds } from '../../../src/server/events/publish'
import type { MessageEvent } from '../../../src/shared/events'
import { flagAdded } from '../../../src/server/wire/read-state'
import { partOf } from '../../support/stand-ins'

describe('bodyAroundMessageId', () => {
  it('leaves out the id of the message and nothing else', () => {
    const message = partOf<MessageEvent['message']>({
      id: 0,
      content: '"id":0',
      subject: 'lunch',
    })
    const publication = {
      event: { type: 'message' as const, message },
      audience: { subscribersOf: { streamId: 5, version: 17 } },
      overlay: { userFlags: { 3: ['read'] } },
      isPublicStreamMessage: true,
    }
    const { before, after } = bodyAroundMessageId(publication)
    expect(JSON.parse(`${before}42${after}`)).toEqual({
      ...publication,
      event: { type: 'message', message: { ...message, id: 42 } },
    })
  })
})

describe('bodyAroundMessageIds', () => {
  it('leaves out the list of ids and nothing else', () => {
    const audience = { userIds: [5] }
    const { before, after } = bodyAroundMessageIds({ event: flagAdded('read', []), audience })
    const event = flagAdded('read', [7, 8])
    expect(JSON.parse(`${before}[7,8]${after}`)).toEqual({ event, audience })
  })
})
