import { presencesText, presentPresences, statusOf } from '../../../src/server/wire/presence'

const presences = [
  { userId: 1, email: 'ann@x.test', activeAt: 1_700_000_000, connectedAt: 1_700_000_070 },
  { userId: 2, email: '"bob\\"@x.test', activeAt: 0, connectedAt: 1_700_000_000 },
  { userId: 3, email: 'çid@x.test', activeAt: 1_700_000_000, connectedAt: 1_700_000_071 },
].map((presence, updateId) => ({ ...presence, updateId }))

describe('presences on the wire', () => {
  it('are idle after more than a ping interval without activity', () => {
    expect(presences.map(statusOf)).toEqual(['active', 'idle', 'idle'])
  })

  it.each([
    ['by id', true],
    ['by email', false],
  ])('are the same as text, %s', (_what, isSlim) => {
    for (const some of [[], presences.slice(0, 1), presences]) {
      expect(JSON.parse(presencesText(some, isSlim))).toEqual(presentPresences(some, isSlim))
    }
  })
})
