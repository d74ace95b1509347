import { setTimeout as delay } from 'node:timers/promises'
import { asError, firstOf } from '../support/checked'
import { untilHolds } from '../support/until'
import { perform } from './faults'
import { readersOf, startLoad } from './load/load'
import { sendMessage } from './load/sender'
import { makePlan } from './plan'
import type { Plan, PlanKind } from './plan'
import { Random } from '../support/random'
import { Scene } from './scene'
import type { SceneOptions } from './scene'
import { Timeline } from './timeline'
import { Places, Semaphore } from './turns'
import { checkAnswers, listMissing, readStored } from './verdict'

export interface FaultTestOptions extends Pick<SceneOptions, 'logFolder'>, PlanKind {
  seed: number
  /** Duration of the faults; the whole run takes some seconds more. */
  seconds: number
  /** Called with every line of the timeline. */
  say?: (line: string) => void
}

export interface FaultTestResult {
  plan: Plan
  /** The complaints; empty for a passed test. */
  complaints: readonly string[]
  /** The timeline, a line per event. */
  timeline: string
  figures: Record<string, number>
}

/** Timeout for recovery and complete delivery after the last fault. */
const recoveryMs = 60_000
/** More would leave no working sender and receiver. */
const faultsAtOnce = 3

/**
 * Makes workers and their stores fail under load on the schedule of the seed, and checks the clients'
 * receipts.
 */
export async function runFaultTest(options: FaultTestOptions): Promise<FaultTestResult> {
  const { seed, seconds, redis, asRoot, say, logFolder } = options
  const plan = makePlan(seed, seconds, { redis, asRoot })
  const timeline = new Timeline(say)
  timeline.note(`seed ${seed}, ${seconds} s, Redis ${plan.redis}, ${plan.shards} event shards`)
  const scene = await Scene.set(plan, { timeline, logFolder })
  try {
    const load = startLoad(scene, new Random(seed + 1))
    await untilHolds('every reader has a queue', () => everyoneReads(scene))
    timeline.note('the load has begun')
    const faults = await performAll(scene, plan)
    await load.stopSending()
    timeline.note('nothing more is sent')
    await settle(scene)
    await load.stopReading()
    return {
      plan,
      complaints: scene.ledger.complaints,
      timeline: timeline.text(),
      figures: { faults, ...figuresOf(scene) },
    }
  } finally {
    await scene.clear()
  }
}

/**
 * Performs every fault at its time, or later when too many are in progress. A fault that is too late for the
 * end of the test is skipped, unless its kind has not occurred yet. Answers their number.
 */
async function performAll(scene: Scene, { seconds, steps, kinds }: Plan): Promise<number> {
  const turns = new Semaphore()
  const places = new Places(faultsAtOnce)
  const startedAt = performance.now()
  const untilTime = (ms: number): Promise<void> =>
    delay(Math.max(0, ms - (performance.now() - startedAt)))
  const running: Promise<void>[] = []
  for (const [index, step] of steps.entries()) {
    await untilTime(step.atMs)
    await places.take()
    const isLate = performance.now() - startedAt > seconds * 1_000
    if (isLate && index >= kinds.length) break
    running.push(perform(scene, step, turns).finally(() => places.leave()))
  }
  await Promise.all([untilTime(seconds * 1_000), ...running])
  return running.length
}

/** Waits for recovery and complete delivery; then no further event may arrive. */
async function settle(scene: Scene): Promise<void> {
  const { ledger, postgres } = scene
  for (const slot of scene.slots) {
    await orComplain(`${slot.name} is ready`, () => slot.isReady())
  }
  await orComplain('the outbox is empty', async () => {
    const [outbox] = await postgres.query<{ count: string }>('select count(*) from outbox')
    return Number(outbox?.count) === 0
  })
  if (await hasArrived(scene)) {
    // A duplicate would arrive before this message, because it was in the queue before.
    await sendOneMore(scene)
    await hasArrived(scene)
  }
  ledger.close()
  checkAnswers(scene, await readStored(scene))

  async function orComplain(what: string, condition: () => Promise<boolean>): Promise<void> {
    try {
      await untilHolds(what, condition, recoveryMs)
    } catch (error) {
      ledger.complain(asError(error).message)
    }
  }
}

async function sendOneMore(scene: Scene): Promise<void> {
  const { cast, slots } = scene
  const to = { stream: cast.streams[0] }
  await sendMessage(scene, firstOf(slots), firstOf(cast.senders), to).sent
}

/** Waits until every reader has received everything, and complains after the timeout. */
async function hasArrived(scene: Scene): Promise<boolean> {
  const stored = await readStored(scene)
  try {
    await untilHolds(
      'everything has arrived',
      () => everyoneReads(scene) && listMissing(scene, stored).length === 0,
      recoveryMs,
    )
    return true
  } catch (error) {
    scene.ledger.complain(asError(error).message)
    for (const missing of listMissing(scene, stored)) scene.ledger.complain(missing)
    return false
  }
}

function everyoneReads({ ledger, cast }: Scene): boolean {
  return ledger.current.size === readersOf(cast).length
}

function figuresOf({ ledger }: Scene): FaultTestResult['figures'] {
  return {
    accepted: ledger.messages.countOf('accepted'),
    refused: ledger.messages.countOf('refused'),
    unanswered: ledger.messages.countOf('unanswered'),
    unreached: ledger.messages.countOf('unreached'),
    changes: ledger.changes.countOf('accepted'),
    queues: ledger.observations.length,
    excused: ledger.excused,
    delivered: ledger.observations.reduce((sum, { told }) => sum + told.size, 0),
  }
}
