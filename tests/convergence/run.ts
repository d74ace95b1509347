import type { Database } from '../../src/server/data/engine/database'
import { firstOf, maybe, shapedLike } from '../support/checked'
import { clientKinds } from '../support/older-clients'
import type { Person, ReceivedEvent } from '../support/person'
import { encode } from '../support/person'
import { exchange } from '../support/plain-call'
import type { Answer } from '../support/plain-call'
import { Random } from '../support/random'
import { untilHolds } from '../support/until'
import type { Worker } from '../support/workers'
import { audit } from './audit'
import { gatherCast } from './cast'
import type { Cast } from './cast'
import { Ledger } from './ledger'
import { Places } from './places'
import { makePlan } from './plans'
import type { Plan } from './plans'
import { Watcher } from './watcher'

/** The workers of a run, and their database. */
export interface Scene {
  database: Database
  workers: readonly Worker[]
  /** Kills a worker at once and starts another in its place. */
  replaceWorker: () => Promise<void>
}

export interface ConvergenceOptions {
  seed: number
  /** Number of the calls of all writers. */
  calls: number
  /** Whether a worker is killed in the middle, and replaced. */
  kills: boolean
}

export interface ConvergenceResult {
  complaints: readonly string[]
  figures: Record<string, number>
  /** The events that match, each with the name of its client before it. */
  eventsAbout: (pattern: RegExp) => readonly string[]
}

const writersOfPerson = 2
/** Recent messages that calls are about: few, so that calls meet. */
const hotMessages = 12

/**
 * Writers change the same messages and settings through all workers at the same time, while clients of each kind follow by
 * events. Then an auditor compares what clients hold, what the database has, and what the calls were answered.
 */
export async function runConvergence(
  scene: Scene,
  { seed, calls, kills }: ConvergenceOptions,
): Promise<ConvergenceResult> {
  const random = new Random(seed)
  const places = new Places(() => scene.workers.filter(({ isRunning }) => isRunning), random.fork())
  const cast = await gatherCast(firstOf(scene.workers), scene.database)
  const ledger = new Ledger()
  const watchers = await openWatchers(cast, places, random.fork())
  const watching = watchers.map((watcher) => watcher.watch(isLast))
  const middle = async () => {
    await untilHolds('half of the calls are made', () => ledger.writes.length >= calls / 2)
    if (kills) await killOne(scene, places)
    for (const watcher of await openLatecomers(cast, places, random.fork())) {
      watchers.push(watcher)
      watching.push(watcher.watch(isLast))
    }
  }
  await Promise.all([write(cast, ledger, places, { random, calls }), middle()])
  await endAll(scene, cast, places)
  await Promise.all(watching)
  ledger.expectAnswers(kills)
  const complaints = await audit({ db: scene.database.query, cast, ledger, places, watchers })
  const eventsAbout = (pattern: RegExp) =>
    watchers.flatMap(({ name, events }) =>
      events
        .map((event) => `${name}: ${JSON.stringify(event)}`)
        .filter((line) => pattern.test(line)),
    )
  return { complaints, figures: figuresOf(ledger, watchers), eventsAbout }
}

/** The constant people have clients of all kinds, and the others of one. */
async function openWatchers(cast: Cast, places: Places, random: Random): Promise<Watcher[]> {
  const watchers: Watcher[] = []
  for (const person of peopleOf(cast)) {
    const isConstant = cast.constants.includes(person)
    const kinds = isConstant ? clientKinds : [random.pick(clientKinds)]
    for (const kind of kinds) {
      const client = { name: person.fullName, person, kind }
      const watcher = await Watcher.open(client, places, { isConstant })
      await watcher.fetchHistory()
      watchers.push(watcher)
    }
  }
  return watchers
}

/** Clients that register while calls are under way. */
function openLatecomers(cast: Cast, places: Places, random: Random): Promise<Watcher[]> {
  return Promise.all(
    peopleOf(cast).map((person) => {
      const client = { name: `${person.fullName}, late`, person, kind: random.pick(clientKinds) }
      return Watcher.open(client, places, { isLate: true })
    }),
  )
}

/**
 * Tells every client that it has all events. After deletions no client can know which message of a conversation is the
 * last, so each conversation gets one more.
 */
async function endAll({ database }: Scene, cast: Cast, places: Places): Promise<void> {
  const people = peopleOf(cast)
  const untilRelayed = () =>
    untilHolds('every event is relayed', async () => {
      const rows = await database.query.selectFrom('outbox').select('id').execute()
      return rows.length === 0
    })
  for (const [index, person] of people.entries()) {
    const others = people.slice(index + 1)
    for (const { id } of others)
      await places.ask(person, (at) => at.sendPrivately([id], 'Good bye.'))
  }
  await untilRelayed()
  for (const person of people) {
    await places.ask(person, (at) => at.sendPrivately([person.id], lastText))
  }
}

const lastText = 'That is all.'

function isLast({ message }: ReceivedEvent): boolean {
  return String(shapedLike(message, maybe({ content: maybe('') }))?.content).includes(lastText)
}

const peopleOf = ({ constants, others }: Cast) => [...constants, ...others]

/** Each writer makes one call after the other, through any worker. */
async function write(
  cast: Cast,
  ledger: Ledger,
  places: Places,
  { random, calls }: { random: Random; calls: number },
): Promise<void> {
  const recent = [...cast.messageIds]
  const privateIds = new Set<number>()
  let made = 0
  let texts = 0
  const keepWriting = async (person: Person, own: Random) => {
    while (made < calls) {
      made += 1
      const plan = makePlan({
        ...{ random: own, cast, person },
        text: () => `text ${(texts += 1)}`,
        message: () => own.pick(recent.slice(-hotMessages)),
        isPrivate: (id) => privateIds.has(id),
      })
      const answer = await make(ledger, places.visit(person), plan)
      const { id } = shapedLike(answer?.body ?? {}, { id: maybe(0) })
      if (plan.path === '/messages' && id !== undefined) {
        if (plan.args['type'] === 'direct') privateIds.add(id)
        recent.push(id)
      }
      if (!answer && places.mayFail) await places.untilReady()
    }
  }
  await Promise.all(
    peopleOf(cast).flatMap((person) =>
      Array.from({ length: writersOfPerson }, () => keepWriting(person, random.fork())),
    ),
  )
}

async function make(ledger: Ledger, caller: Person, plan: Plan): Promise<Answer | undefined> {
  const { method, path, args, text, sets = [], setsBy } = plan
  const form = new URLSearchParams(encode(args)).toString()
  const body = { type: 'application/x-www-form-urlencoded', content: form }
  const what = `${method.toUpperCase()} ${path} ${JSON.stringify(args)} of ${caller.fullName}`
  const write = { what, text, sets: [...sets] }
  return ledger.make(write, setsBy, () =>
    exchange(method.toUpperCase(), `${caller.url}/api/v1${path}`, { caller, body }),
  )
}

async function killOne(scene: Scene, places: Places): Promise<void> {
  places.mayFail = true
  await scene.replaceWorker()
}

function figuresOf(ledger: Ledger, watchers: readonly Watcher[]): Record<string, number> {
  return {
    accepted: ledger.countOf('accepted'),
    refused: ledger.countOf('refused'),
    unanswered: ledger.countOf('unanswered'),
    unreached: ledger.countOf('unreached'),
    watchers: watchers.length,
    events: watchers.reduce((sum, { events }) => sum + events.length, 0),
  }
}
