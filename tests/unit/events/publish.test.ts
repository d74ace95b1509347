import { bodyAroundMessageId } from '../../../src/events/publish'
import type { MessageEvent } from '../../../src/wire/events'

describe('bodyAroundMessageId', () => {
  it('leaves out the id of the message and nothing else', () => {
    const message = {
      id: 0,
      content: '"id":0',
      subject: 'lunch',
    } as unknown as MessageEvent['message']
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
