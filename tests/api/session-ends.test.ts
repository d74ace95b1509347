import { LoginRefusedError } from '../../src/server/chat/rules/errors'
import { openSession } from '../../src/server/chat/actions/users/sessions'
import { browserOf, passwordOf, sessionsOf } from '../support/browser'
import type { Browser } from '../support/browser'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person, Queue } from '../support/person'
import { useOwnServer } from '../support/own-server'

const notLoggedIn = 'Not logged in: API authentication or user session required'
const loggedOut = { code: 'UNAUTHORIZED', msg: notLoggedIn }
const forgotten = 'sessionid=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'
const forgottenHint = 'parley_logged_in=; Path=/; Max-Age=0; SameSite=Strict'

describe('a session', () => {
  const server = useOwnServer()

  async function queueOf(browser: Browser): Promise<Queue> {
    return shapedLike(
      expectSuccess(await browser.post('/json/register', { event_types: ['message'] })),
      { queue_id: '', last_event_id: 0 },
    )
  }

  const parked = async (count: number): Promise<void> => {
    while (server.ctx.events.parkedPolls !== count) await new Promise(setImmediate)
  }

  describe('the end of a session', () => {
    it('comes with the log-out, and the browser forgets the session', async () => {
      const [dan] = await server.users('dan')
      const browser = await browserOf(dan)
      const stolen = browser.as(server.url)
      expectSuccess(await browser.delete('/json/session'))
      expect(browser.setCookie).toBe(forgotten)
      const refused = await stolen.get('/json/users/me')
      expectError(refused, 401, loggedOut)
      expect(refused.headers['set-cookie']).toEqual([forgotten, forgottenHint])
      expectError(await dan.delete('/json/session'), 400, { code: 'BAD_REQUEST' })
    })

    it('comes to one session, or to all other sessions at once', async () => {
      const [deb, dora] = await server.users('deb', 'dora')
      const [first, second, third] = [
        await browserOf(deb),
        await browserOf(deb),
        await browserOf(deb),
      ]
      const ids = (await sessionsOf(first)).map(({ id }) => id)
      const [theirs] = await sessionsOf(await browserOf(dora))
      expectError(await first.delete(`/json/sessions/${theirs?.id}`), 400, {
        msg: 'Invalid session ID',
      })
      expectSuccess(await first.delete(`/json/sessions/${ids[0]}`))
      expectError(await third.get('/json/users/me'), 401, loggedOut)
      expectSuccess(await second.delete('/json/sessions'))
      expectError(await first.get('/json/users/me'), 401, loggedOut)
      expect(await sessionsOf(second)).toMatchObject([{ id: ids[1], is_current: true }])
      const last = second.as(server.url)
      expectSuccess(await second.delete(`/json/sessions/${ids[1]}`))
      expect(second.cookie).toBeUndefined()
      expectError(await last.get('/json/users/me'), 401, loggedOut)
    })

    it('comes to all sessions of a user by an administrator, and to those of an owner by an owner', async () => {
      const [eli, fox] = await server.users('eli', 'fox')
      const admin = await server.user('ann', 'administrator')
      const [first, second] = [await browserOf(eli), await browserOf(eli)]
      const path = `/users/${eli.id}/sessions`
      expectError(await fox.delete(path), 400, { msg: 'Must be an organization administrator' })
      expectSuccess(await first.get('/json/users/me'))

      expect(expectSuccess(await admin.delete(path))).toMatchObject({ ended: 2 })
      for (const browser of [first, second]) {
        expectError(await browser.get('/json/users/me'), 401, loggedOut)
      }
      // The key is another matter.
      expectSuccess(await eli.get('/users/me'))
      expect(expectSuccess(await admin.delete(path))).toMatchObject({ ended: 0 })
      expectError(await admin.delete(`/users/${server.owner.id}/sessions`), 400, {
        msg: 'Must be an organization owner',
      })
      expectError(await admin.delete('/users/999999/sessions'), 400, { msg: 'No such user' })
      const { entries } = await server.owner.call('GET /audit_log')
      expect(entries.filter(({ act }) => act === 'sessions_ended')).toHaveLength(1)
    })

    it('comes with a new password, except to the session that chose it', async () => {
      const [don] = await server.users('don')
      const [here, there] = [await browserOf(don), await browserOf(don)]
      const change = { old_password: passwordOf(don), new_password: 'another one' }
      expectSuccess(await here.call('patch', '/json/settings', change))
      expectSuccess(await here.get('/json/users/me'))
      expectError(await there.get('/json/users/me'), 401, loggedOut)
      // By key it is chosen nowhere.
      const again = { old_password: 'another one', new_password: 'a third one' }
      expectSuccess(await don.patch('/settings', again))
      expectError(await here.get('/json/users/me'), 401, loggedOut)
    })

    it('comes with the end of the account, and stays after its reactivation', async () => {
      const [dirk] = await server.users('dirk')
      const browser = await browserOf(dirk)
      expectSuccess(await server.owner.delete(`/users/${dirk.id}`))
      expectError(await browser.as(server.url).get('/json/users/me'), 401, loggedOut)
      expectSuccess(await server.owner.post(`/users/${dirk.id}/reactivate`))
      expectError(await browser.get('/json/users/me'), 401, loggedOut)
    })

    it('comes at once if account or password changed during the check of the log-in', async () => {
      const [dag, dulce] = await server.users('dag', 'dulce')
      const browser = { ip: '192.0.2.1', userAgent: '' }
      const accountOf = ({ id }: Person) =>
        server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const [before, other] = [await accountOf(dag), await accountOf(dulce)]
      const change = { old_password: passwordOf(dag), new_password: 'another one' }
      expectSuccess(await dag.patch('/settings', change))
      expectSuccess(await server.owner.delete(`/users/${dulce.id}`))
      for (const account of [before, other]) {
        await expect(openSession(server.ctx, account, browser)).rejects.toThrow(LoginRefusedError)
      }
      await openSession(server.ctx, await accountOf(dag), browser)
    })

    it('comes after a long time without use', async () => {
      const [dot] = await server.users('dot')
      const [browser, other] = [await browserOf(dot), await browserOf(dot)]
      const { query } = server.ctx.db
      const [newest] = await sessionsOf(browser)
      const age = async (days: number) => {
        const last_used_at = new Date(Date.now() - days * 86_400_000)
        await query
          .updateTable('sessions')
          .set({ last_used_at })
          .where('id', '=', newest?.id ?? 0)
          .execute()
        server.ctx.caches.requesters.forgetAll()
      }
      await age(89)
      expectSuccess(await other.get('/json/users/me'))
      await age(91)
      expectError(await other.get('/json/users/me'), 401, loggedOut)
      expect(await sessionsOf(browser)).toHaveLength(1)
    })

    it('does not come with a new API key', async () => {
      const [dee] = await server.users('dee')
      const browser = await browserOf(dee)
      const poll = browser.get('/json/events', { ...(await queueOf(browser)) })
      await parked(1)
      const renewed = expectSuccess(await dee.post('/users/me/api_key/regenerate'))
      expectSuccess(await browser.get('/json/users/me'))
      const heir = dee.withKey(String(renewed['api_key']))
      await heir.sendPrivately([dee.id], 'still there')
      expect(expectSuccess(await poll)['events']).toMatchObject([{ type: 'message' }])
    })

    it('comes to the least used session when there are too many', async () => {
      const [dina] = await server.users('dina')
      const browser = await browserOf(dina)
      const { realm_id, id: user_id } = await server.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', dina.id)
        .executeTakeFirstOrThrow()
      const others = Array.from({ length: 99 }, (_, i) => ({
        ...{ realm_id, user_id, token_hash: `hash ${i}`, address: '', browser: '' },
      }))
      await server.db.insertInto('sessions').values(others).execute()
      expect(await sessionsOf(browser)).toHaveLength(100)
      const newest = await browserOf(dina)
      expect(await sessionsOf(newest)).toHaveLength(100)
      expectError(await browser.get('/json/users/me'), 401, loggedOut)
    })
  })

  describe('the deletion of a session', () => {
    it('ends only the polls that it opened', async () => {
      const [eve] = await server.users('eve')
      const [here, there] = [await browserOf(eve), await browserOf(eve)]
      const doomed = here.as(server.url).get('/json/events', { ...(await queueOf(here)) })
      const registering = here.as(server.url).get('/json/events', { event_types: ['message'] })
      const other = there.get('/json/events', { ...(await queueOf(there)) })
      const byKey = eve.poll(await eve.register({ event_types: ['message'] }))
      await parked(4)
      expectSuccess(await here.delete('/json/session'))
      expectError(await doomed, 401, loggedOut)
      expectError(await registering, 401, loggedOut)
      await eve.sendPrivately([eve.id], 'still there')
      expect(expectSuccess(await other)['events']).toMatchObject([{ type: 'message' }])
      expect(await byKey).toMatchObject([{ type: 'message' }])
    })

    it('ends the event streams that it opened', async () => {
      const [emil] = await server.users('emil')
      const browser = await browserOf(emil)
      const { queue_id, last_event_id } = await queueOf(browser)
      const query = `queue_id=${queue_id}&last_event_id=${last_event_id}`
      const stream = await fetch(`${server.url}/json/events/stream?${query}`, {
        headers: { cookie: browser.cookie ?? '' },
      })
      const text = stream.text()
      await parked(1)
      expectSuccess(await browser.delete('/json/sessions/' + (await sessionsOf(browser))[0]?.id))
      const last = (await text).split('data: ').at(-1) ?? ''
      expect(JSON.parse(last)).toMatchObject(loggedOut)
      await parked(0)
    })

    it('ends its parked polls, also when it is deleted with psql', async () => {
      const [enid] = await server.users('enid')
      const browser = await browserOf(enid)
      const poll = browser.as(server.url).get('/json/events', { ...(await queueOf(browser)) })
      await parked(1)
      const { query } = server.ctx.db
      await query.deleteFrom('sessions').where('user_id', '=', enid.id).execute()
      const logged = await query.selectFrom('account_changes').selectAll().execute()
      const changes = logged.filter(({ user_ids }) => String(user_ids).includes(String(enid.id)))
      expect(changes.length).toBeGreaterThan(0)
      const realmId = changes[0]?.realm_id ?? 0
      await server.ctx.caches.announce([{ realmId, userIds: [enid.id] }])
      expectError(await poll, 401, loggedOut)
      expectError(await browser.get('/json/users/me'), 401, loggedOut)
    })
  })
})
