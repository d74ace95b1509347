import { isDeepStrictEqual } from 'node:util'
import type { Queryable } from '../../src/server/data/engine/database'
import { foldCase } from '../../src/shared/rules/letter-case'
import type { Person } from '../support/person'
import { allUnread } from './unread'
import type { Cast } from './cast'
import { brokenInvariants, earlierContents, finalValues } from './invariants'
import type { Ledger } from './ledger'
import type { Places } from './places'
import type { Watcher } from './watcher'

export interface Audited {
  db: Queryable
  cast: Cast
  ledger: Ledger
  places: Places
  watchers: readonly Watcher[]
}

/** Complaints about the final state: of clients, of the database, of the calls, and of answers that disagree. */
export async function audit({ db, cast, ledger, places, watchers }: Audited): Promise<string[]> {
  ledger.judgeValues(await finalValues(db))
  const ofClients: string[] = []
  for (const watcher of watchers) ofClients.push(...(await watcher.compare()))
  const ofAnswers: string[] = []
  for (const person of [...cast.constants, ...cast.others]) {
    ofAnswers.push(...(await places.ask(person, disagreeing)))
  }
  return [
    ...ledger.complaints,
    ...ofClients,
    ...toldWrongly(ledger, watchers),
    ...(await lostEdits(db, ledger)),
    ...(await brokenInvariants(db)),
    ...(await places.ask(cast.constants[0], (owner) => wrongTopics(owner, cast))),
    ...ofAnswers,
  ]
}

/** The text of an accepted call reached each constant watcher once, and that of a refused one nobody. */
function toldWrongly({ writes }: Ledger, watchers: readonly Watcher[]): string[] {
  return watchers.flatMap(({ name, told, isConstant, hearsAll }) =>
    writes.flatMap(({ text, outcome, what }) => {
      if (text === undefined) return []
      const count = told.get(text) ?? 0
      const isDue = outcome === 'accepted' && isConstant && hearsAll
      const most = outcome === 'accepted' || outcome === 'unanswered' ? 1 : 0
      if (count <= most && count >= (isDue ? 1 : 0)) return []
      return [`${name} was told ${count} times of "${text}", which was ${outcome}: ${what}`]
    }),
  )
}

/** The contents that accepted edits gave to a message are in its history, or are the present one. */
async function lostEdits(db: Queryable, { writes }: Ledger): Promise<string[]> {
  const [valueOf, earlier] = [await finalValues(db), await earlierContents(db)]
  return writes.flatMap(({ sets, outcome, what }) =>
    sets.flatMap(({ key, value }) => {
      const id = Number(/^content of message (\d+)$/.exec(key)?.[1])
      const contents = earlier.get(id)
      if (!contents || outcome !== 'accepted') return []
      const isKept = contents.has(value) || valueOf(key) === value
      return isKept ? [] : [`the history of message ${id} lacks "${value}" of ${what}`]
    }),
  )
}

/** The listed topics of each stream are those of its messages, with the newest message of each. */
async function wrongTopics(owner: Person, { streams }: Cast): Promise<string[]> {
  const found: string[] = []
  for (const { id } of streams) {
    const messages = await messagesIn(owner, [['channel', id]])
    const newest = new Map(messages.map((message) => [foldCase(message.subject), message]))
    const expected = [...newest.values()]
      .map((message) => ({ name: message.subject, max_id: message.id }))
      .sort((a, b) => b.max_id - a.max_id)
    const { topics: listed } = await owner.call('GET /users/me/{stream_id}/topics', {
      stream_id: id,
    })
    if (!isDeepStrictEqual(listed, expected)) {
      found.push(
        `the topics of stream ${id} are ${JSON.stringify(listed)}, and not ${JSON.stringify(expected)}`,
      )
    }
  }
  return found
}

/** Unread, starred and mentioned messages are the same in the initial state and in the narrows. */
async function disagreeing(person: Person): Promise<string[]> {
  const queue = await person.register({
    fetch_event_types: ['message', 'update_message_flags', 'starred_messages'],
  })
  const unread = await messagesIn(person, [['is', 'unread']])
  const starred = await messagesIn(person, [['is', 'starred']])
  const pairs = [
    ['unread', allUnread(queue), unread.map(({ id }) => id)],
    ['starred', queue['starred_messages'], starred.map(({ id }) => id)],
  ] as const
  return pairs.flatMap(([what, registered, found]) =>
    isDeepStrictEqual(registered, found)
      ? []
      : [
          `${person.fullName} has ${what} ${String(registered)} at registration, and ${String(found)}`,
        ],
  )
}

async function messagesIn(person: Person, narrow: [string, string | number][]) {
  const range = { anchor: 'newest', num_before: 5_000, num_after: 0 } as const
  return (await person.call('GET /messages', { ...range, narrow })).messages
}
