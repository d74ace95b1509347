import type { Narrow } from '../../../../src/web/data/narrow/narrow'
import { isReadByScrolling } from '../../../../src/web/data/narrow/scrolling'

const topic: Narrow = [
  { operator: 'channel', operand: 5 },
  { operator: 'topic', operand: 'deploys' },
]
const stream: Narrow = [{ operator: 'channel', operand: 5 }]
const [everywhere, inConversations, nowhere] = [1, 2, 3]

describe('messages that are scrolled by', () => {
  it.each([
    ['a conversation', topic, true, true],
    ['a stream', stream, true, false],
    ['the combined feed', [], false, false],
    ['a search', [...topic, { operator: 'search', operand: 'fox' }] as Narrow, false, false],
  ])('become read in %s according to the setting', (_name, narrow, always, usually) => {
    expect(isReadByScrolling(narrow, everywhere)).toBe(always)
    expect(isReadByScrolling(narrow, inConversations)).toBe(usually)
    expect(isReadByScrolling(narrow)).toBe(usually)
    expect(isReadByScrolling(narrow, nowhere)).toBe(false)
  })
})
