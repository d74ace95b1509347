import type {
  KnownPresences,
  PresenceChange,
} from '../../../../src/server/stores/presence/presence'
import { RealmPresences } from '../../../../src/server/stores/presence/realm-presences'
import { presentPresences } from '../../../../src/server/wire/presence'
import { Random } from '../../../support/random'

const start = 1_700_000_000

function parse(members: readonly Buffer[]): unknown {
  return JSON.parse(`{${Buffer.concat(members).toString().slice(1)}}`)
}

/** Expects the prepared text to equal a freshly written one. */
function expectPrepared(realm: KnownPresences, after: number): void {
  const listed = realm.listSince(-1).presences.filter(({ connectedAt }) => connectedAt > after)
  for (const isSlim of [true, false]) {
    expect(parse(realm.membersOfAll(isSlim, after))).toEqual(presentPresences(listed, isSlim))
  }
}

describe('the prepared text of the presences of a realm', () => {
  it.each([1, 2, 3])('matches the list after every change (seed %i)', (seed) => {
    const random = new Random(seed)
    const realm = new RealmPresences()
    let updateId = 0
    const change = (): PresenceChange => {
      const userId = random.between(1, 400)
      updateId += 1
      if (random.chance(0.3)) return { userId, updateId }
      const connectedAt = start + random.between(0, 1_000)
      const activeAt = random.chance(0.2) ? 0 : connectedAt - random.between(0, 100)
      return { userId, updateId, email: `é"${userId}@x.test`, activeAt, connectedAt }
    }
    for (let round = 0; round < 60; round += 1) {
      realm.apply(Array.from({ length: random.between(0, 60) }, change))
      expectPrepared(realm, start + random.between(-100, 1_100))
    }
  })

  it('is rewritten only for users with new presences', () => {
    const realm = new RealmPresences()
    const noted = (userId: number, updateId: number) => ({
      ...{ userId, updateId, email: `${userId}@x.test` },
      ...{ activeAt: start, connectedAt: start + updateId },
    })
    realm.apply(Array.from({ length: 1_000 }, (_, index) => noted(index, index)))
    const before = realm.membersOfAll(true, 0)
    expect(realm.membersOfAll(true, 0)).toEqual(before)
    realm.apply([noted(500, 1_000)])
    const after = realm.membersOfAll(true, 0)
    expect(after.filter((piece) => !before.includes(piece))).toHaveLength(1)
  })

  it('is dropped without requests', () => {
    const realm = new RealmPresences()
    const everybody = (round: number) =>
      Array.from({ length: 10 }, (_, index) => ({
        ...{ userId: index, updateId: round * 10 + index, email: `${index}@x.test` },
        ...{ activeAt: start, connectedAt: start + round },
      }))
    realm.apply(everybody(0))
    const [kept] = realm.membersOfAll(true, start + 1_000)
    for (let round = 1; round <= 10; round += 1) realm.apply(everybody(round))
    // Both pieces list no users; a cached piece would be the same object.
    expect(realm.membersOfAll(true, start + 1_000)[0]).not.toBe(kept)
    expectPrepared(realm, 0)
  })
})
