import { sql } from 'kysely'
import { findUserById } from '../../src/server/data/users/users'
import { present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

const server = useOwnServer()
const path = '/users/me/alert_words'

const wordsOf = async (person: Person) => expectSuccess(await person.get(path))['alert_words']

describe('alert words', () => {
  it('are added and removed, whatever their letter case', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const queue = await alice.register({ event_types: ['alert_words', 'message'] })
    const words = [' Outage ', 'pizza', 'PIZZA', '', 'σοφός', 'ΣΟΦΌΣ']
    const add = await alice.post(path, { alert_words: words })
    expect(expectSuccess(add)['alert_words']).toEqual(['Outage', 'pizza', 'σοφός'])
    expectSuccess(await alice.post(path, { alert_words: ['outage'] }))
    const removed = await alice.delete(path, {
      alert_words: ['OUTAGE', 'ΣΟΦΌΣ', 'never there'],
    })
    expect(expectSuccess(removed)['alert_words']).toEqual(['pizza'])

    expect(await alice.eventsUntilNow(queue)).toMatchObject([
      { type: 'alert_words', alert_words: ['Outage', 'pizza', 'σοφός'] },
      { type: 'alert_words', alert_words: ['pizza'] },
    ])
    const state = await alice.register({ fetch_event_types: ['alert_words'] })
    expect(state).toMatchObject({ alert_words: ['pizza'] })
    expect(await wordsOf(bob)).toEqual([])
  })

  it('have a maximum length and a maximum number', async () => {
    const [carol] = await server.users('carol')
    expectError(await carol.post(path, { alert_words: ['x'.repeat(101)] }), 400)
    expectSuccess(await carol.post(path, { alert_words: ['x'.repeat(100)] }))
    const many = Array.from({ length: 200 }, (_, index) => `word ${index}`)
    expectError(await carol.post(path, { alert_words: many }), 400, {
      msg: 'Too many alert words (limit: 200)',
    })
    expect(await wordsOf(carol)).toHaveLength(1)
  })

  const alerted = async (content: string) => {
    const { realm_id } = await server.db
      .selectFrom('users')
      .select('realm_id')
      .where('id', '=', server.owner.id)
      .executeTakeFirstOrThrow()
    const writer = await findUserById(server.db, realm_id, server.owner.id)
    const { caches, renderer } = server.ctx
    return caches.alertWords.usersAlertedBy(present(writer, 'writer'), content, renderer)
  }

  it('have a maximum number in an organization, and are found in long texts', async () => {
    const [otto] = await server.users('otto')
    const other = await server.realm('wordy')
    const [wendy] = await other.users('wendy')
    // As if 250 people had chosen 199 each.
    await sql`
      insert into alert_words (realm_id, user_id, word_key, word)
      select ${other.realmId}, ${wendy.id}, 'w' || n, 'w' || n from generate_series(1, 49999) as n
    `.execute(other.db)
    const add = (word: string) => other.owner.post(path, { alert_words: [word] })
    expectSuccess(await add('last'))
    const refusal = { msg: 'Too many alert words in the organization' }
    expectError(await add('too many'), 400, refusal)
    expectSuccess(await otto.post(path, { alert_words: ['needle'] }))
    expect(await alerted(`${'hay '.repeat(2_000)} needle`)).toEqual([otto.id])
  })

  it('are found in new messages, as they are at the time of sending', async () => {
    const [dan, erin] = await server.users('dan', 'erin')
    expect(await alerted('the server is on fire')).toEqual([])
    expectSuccess(await dan.post(path, { alert_words: ['fire'] }))
    expectSuccess(await erin.post(path, { alert_words: ['On Fire', 'smoke'] }))
    expect(await alerted('the server is on FIRE!')).toEqual([dan.id, erin.id])
    expect(await alerted('no smoke without fireworks')).toEqual([erin.id])
    expectSuccess(await erin.delete(path, { alert_words: ['smoke'] }))
    expect(await alerted('no smoke without fireworks')).toEqual([])
  })

  it('come and go with the accounts that have them', async () => {
    const [frank] = await server.users('frank')
    expectSuccess(await frank.post(path, { alert_words: ['frankfurter'] }))
    expectSuccess(await server.owner.delete(`/users/${frank.id}`))
    expect(await alerted('frankfurter for lunch')).toEqual([])
    expectSuccess(await server.owner.post(`/users/${frank.id}/reactivate`))
    expect(await alerted('frankfurter for lunch')).toEqual([frank.id])
  })
})
