import {
  noteAfterSeconds,
  offlineThresholdSeconds,
} from '../../src/server/stores/presence/presence'
import type { Presence, SignOfLife, PresenceStore } from '../../src/server/stores/presence/presence'
import { idleAfterSeconds } from '../../src/server/wire/presence'
import type { PresenceStatus } from '../../src/shared/presence'
import { asRecord } from '../support/checked'

const realm = 1
const alice = { userId: 10, email: 'alice@example.com' }
const bob = { userId: 11, email: 'bob@example.com' }
const start = 1_700_000_000

/** The contract of every implementation of {@link PresenceStore}. */
export function describePresence(title: string, create: () => Promise<PresenceStore>): void {
  describe(title, () => {
    let store: PresenceStore
    beforeEach(async () => {
      store = await create()
    })

    const sign = (person: typeof alice, status: PresenceStatus, seconds = 0): SignOfLife => ({
      ...person,
      status,
      at: start + seconds,
    })
    const note = (person: typeof alice, status: PresenceStatus, seconds = 0) =>
      store.note(realm, sign(person, status, seconds))
    const userIds = (presences: readonly Presence[]) => presences.map(({ userId }) => userId).sort()

    it('is empty at first', async () => {
      expect(await store.list(realm, -1)).toEqual({ presences: [], lastUpdateId: -1 })
      expect(await store.find(realm, alice.userId)).toBeUndefined()
    })

    it('keeps the times when a user was last active, and last connected', async () => {
      const first = await note(alice, 'idle')
      expect(first.presence).toMatchObject({ ...alice, activeAt: 0, connectedAt: start })
      const second = await note(alice, 'active', 5)
      expect(second.presence).toMatchObject({ activeAt: start + 5, connectedAt: start + 5 })
      expect(await store.find(realm, alice.userId)).toEqual(second.presence)
    })

    it('keeps the newest time when an older one comes', async () => {
      await note(alice, 'active', 60)
      const { presence } = await note(alice, 'active')
      expect(presence).toMatchObject({ activeAt: start + 60, connectedAt: start + 60 })
    })

    it('lists presences newer than a known update id', async () => {
      const alices = await note(alice, 'active')
      const known = alices.realm.listSince(-1)
      expect(known).toEqual({
        presences: [alices.presence],
        lastUpdateId: alices.presence.updateId,
      })
      expect(alices.realm.listSince(known.lastUpdateId).presences).toEqual([])

      const bobs = await note(bob, 'idle')
      expect(bobs.presence.updateId).toBeGreaterThan(known.lastUpdateId)
      expect(bobs.realm.listSince(known.lastUpdateId)).toEqual({
        presences: [bobs.presence],
        lastUpdateId: bobs.presence.updateId,
      })
      expect(await store.list(realm, known.lastUpdateId)).toMatchObject({
        presences: [bobs.presence],
      })
      expect(userIds((await store.list(realm, -1)).presences)).toEqual([10, 11])
    })

    it('lists each user once, with the current presence', async () => {
      await note(alice, 'idle')
      await note(bob, 'idle')
      const { presence, realm: asKnown } = await note(alice, 'active', 1)
      expect(userIds(asKnown.listSince(-1).presences)).toEqual([10, 11])
      expect(asKnown.listSince(-1).presences).toContainEqual(presence)
    })

    it('lists everything for an update id newer than its own', async () => {
      const { presence, realm: asKnown } = await note(alice, 'active')
      expect(asKnown.listSince(presence.updateId + 1e9)).toEqual({
        presences: [presence],
        lastUpdateId: presence.updateId,
      })
    })

    it('has news when a user comes, and again after the user was away', async () => {
      expect((await note(alice, 'active')).isNews).toBe(true)
      const away = offlineThresholdSeconds
      expect((await note(alice, 'active', away)).isNews).toBe(false)
      expect((await note(alice, 'active', 2 * away + 1)).isNews).toBe(true)
    })

    it('has news when an idle user becomes active', async () => {
      expect((await note(alice, 'idle')).isNews).toBe(true)
      expect((await note(alice, 'active', 1)).isNews).toBe(true)
      expect((await note(alice, 'active', 2)).isNews).toBe(false)
    })

    it('treats a user with an active and an idle client as active', async () => {
      await note(alice, 'active')
      const news: boolean[] = []
      for (let seconds = 30; seconds < 600; seconds += 60) {
        news.push((await note(alice, 'idle', seconds)).isNews)
        news.push((await note(alice, 'active', seconds + 30)).isNews)
      }
      expect(news).not.toContain(true)
    })

    it('has news once when a user has been idle for longer than a ping interval', async () => {
      await note(alice, 'active')
      expect((await note(alice, 'idle', idleAfterSeconds)).isNews).toBe(false)
      expect((await note(alice, 'idle', idleAfterSeconds + 1)).isNews).toBe(true)
      expect((await note(alice, 'idle', idleAfterSeconds + 60)).isNews).toBe(false)
    })

    it('notes a sign without news only once per interval', async () => {
      const { presence } = await note(alice, 'active')
      const same = await note(alice, 'active', noteAfterSeconds - 1)
      expect(same.presence).toEqual(presence)
      expect(same.realm.listSince(presence.updateId).presences).toEqual([])
      const later = await note(alice, 'active', noteAfterSeconds)
      expect(later).toMatchObject({ isNews: false })
      expect(later.realm.listSince(presence.updateId).presences).toEqual([later.presence])
    })

    it('takes over a changed email', async () => {
      await note(alice, 'active')
      const renamed = { ...alice, email: 'al ice@example.com' }
      expect(await note(renamed, 'active', 1)).toMatchObject({ presence: renamed, isNews: false })
    })

    it('has news of one of many simultaneous signs', async () => {
      const noted = await Promise.all(Array.from({ length: 20 }, () => note(alice, 'active')))
      expect(noted.filter(({ isNews }) => isNews)).toHaveLength(1)
    })

    it('forgets users who lost access, until they come back', async () => {
      await note(alice, 'active')
      const known = (await note(bob, 'active')).presence.updateId
      await store.forget(realm, [alice.userId, 4711])
      expect(await store.find(realm, alice.userId)).toBeUndefined()
      const { presences, lastUpdateId } = await store.list(realm, -1)
      expect(userIds(presences)).toEqual([bob.userId])
      expect((await store.list(realm, known)).presences).toEqual([])

      const back = await note(alice, 'active', 1)
      expect(back.isNews).toBe(true)
      expect(back.realm.listSince(lastUpdateId).presences).toEqual([back.presence])
    })

    it('has a JSON text of all presences that always matches the list', async () => {
      const textOf = async (isSlim: boolean, after = 0) => {
        const members = (await store.read(realm)).membersOfAll(isSlim, after)
        return JSON.parse(`{${Buffer.concat(members).toString().slice(1)}}`) as unknown
      }
      expect(await textOf(true)).toEqual({})
      await note(alice, 'active')
      await note(bob, 'idle', 10)
      const alices = { active_timestamp: start, idle_timestamp: start }
      const bobs = { active_timestamp: 0, idle_timestamp: start + 10 }
      expect(await textOf(true)).toEqual({ [alice.userId]: alices, [bob.userId]: bobs })
      expect(await textOf(true, start)).toEqual({ [bob.userId]: bobs })
      const active = { aggregated: { status: 'active' } }
      const idle = { aggregated: { status: 'idle' } }
      expect(await textOf(false)).toMatchObject({ [alice.email]: active, [bob.email]: idle })

      await note(bob, 'active', 20)
      expect(await textOf(false)).toMatchObject({ [alice.email]: active, [bob.email]: active })
      await store.forget(realm, [alice.userId])
      expect(Object.keys(asRecord(await textOf(false)))).toEqual([bob.email])
    })

    it('keeps realms apart', async () => {
      await note(alice, 'active')
      await store.note(2, sign(bob, 'active'))
      expect(userIds((await store.list(realm, -1)).presences)).toEqual([alice.userId])
      await store.forget(2, [alice.userId])
      expect(await store.find(realm, alice.userId)).toMatchObject(alice)
    })

    it('handles many users who come again and again', async () => {
      const people = Array.from({ length: 300 }, (_, i) => ({ userId: i, email: `${i}@x.test` }))
      for (let round = 0; round < 8; round += 1) {
        await Promise.all(people.map((person) => note(person, 'active', round * 60)))
      }
      const { presences } = await store.list(realm, -1)
      expect(presences).toHaveLength(people.length)
      for (const { connectedAt } of presences) expect(connectedAt).toBe(start + 7 * 60)
    })
  })
}
