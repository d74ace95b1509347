import { setTimeout as delay } from 'node:timers/promises'
import { firstOf } from '../support/checked'
import type { OwnPostgres, PostgresStop } from '../support/own-postgres'
import type { LosesAnswer } from '../support/store-proxy'
import { sendMessage } from './load/sender'
import { workerCount } from './plan'
import type { FaultKind, Step } from './plan'
import { Random } from '../support/random'
import { untilHolds } from '../support/until'
import { pausesBeforeRelay } from './scene'
import type { Scene } from './scene'
import type { Semaphore } from './turns'
import type { WorkerNetwork } from './worker-network'

type Fault = (scene: Scene, step: Step, turns: Semaphore) => Promise<void>

/** Performs and undoes each kind of fault. The scene is intact again when the promise resolves. */
const faults: Record<FaultKind, Fault> = {
  'kill worker': (scene, { worker }, turns) =>
    turns.take(`worker ${worker}`, async () => {
      await scene.slot(worker).kill()
      scene.timeline.note(`worker ${worker} is killed`)
      await scene.slot(worker).start()
    }),

  'kill worker after commit': async (scene, { worker }, turns) => {
    const index = pausesBeforeRelay(worker) ? worker : (worker + 1) % workerCount
    await turns.take(`worker ${index}`, () => killAfterCommit(scene, index))
  },

  async 'restart all workers'(scene, _step, turns) {
    for (const index of scene.slots.keys()) {
      await turns.take(`worker ${index}`, async () => {
        const code = await scene.slot(index).terminate()
        scene.timeline.note(`worker ${index} has stopped, exit code ${code}`)
        if (code !== 0) scene.ledger.complain(`worker ${index} stopped with exit code ${code}`)
        await scene.slot(index).start()
      })
    }
  },

  'pause worker': (scene, { worker, lastsMs }, turns) =>
    turns.take(`worker ${worker}`, async () => {
      const goOn = scene.slot(worker).pause()
      scene.timeline.note(`worker ${worker} is paused`)
      await delay(lastsMs)
      goOn()
    }),

  'cut worker from Redis': (scene, { worker, lastsMs }, turns) =>
    turns.take(`link of worker ${worker}`, async () => {
      scene.slot(worker).redis.cut()
      await delay(lastsMs)
      scene.slot(worker).redis.restore()
    }),

  'silence Redis for worker': (scene, { worker, lastsMs }, turns) =>
    turns.take(`link of worker ${worker}`, async () => {
      scene.slot(worker).redis.fallSilent()
      await delay(lastsMs)
      scene.slot(worker).redis.restore()
    }),

  'swallow answers of Redis': (scene, { worker, lastsMs }, turns) =>
    turns.take(`link of worker ${worker}`, async () => {
      scene.slot(worker).redis.swallowAnswers()
      await delay(lastsMs)
      scene.slot(worker).redis.restore()
    }),

  'pause Redis': ({ redis }, { node, lastsMs }, turns) =>
    turns.take('Redis', async () => {
      const goOn = redis.pair(node).primary.pause()
      await delay(lastsMs)
      goOn()
    }),

  'restart Redis': ({ redis }, { node, lastsMs }, turns) =>
    turns.take('Redis', async () => {
      const { primary } = redis.pair(node)
      await primary.kill()
      await delay(lastsMs)
      await primary.start()
    }),

  'empty Redis': ({ redis, ledger, timeline }, { node, lastsMs }, turns) =>
    turns.take('Redis', async () => {
      const pair = redis.pair(node)
      await pair.primary.kill()
      await pair.primary.empty()
      const onNoticed = ledger.noteLoss(({ userId }) => redis.isHolder(pair, userId))
      timeline.note('Redis has lost everything')
      await delay(lastsMs)
      await pair.primary.start()
      onNoticed()
    }),

  'hand Redis over': ({ redis }, { node }, turns) =>
    turns.take('Redis', async () => {
      await redis.pair(node).handOver()
      redis.announcePrimary()
    }),

  // Workers that know of the loss must live until they have reported it: see decision 5.
  'promote stale Redis': (scene, step, turns) =>
    turns.take('Redis', () =>
      turns.takeAll(
        [...scene.slots.keys()].flatMap((worker) => [
          `worker ${worker}`,
          `link of worker ${worker}`,
        ]),
        () => promoteStaleReplica(scene, step),
      ),
    ),

  'stop PostgreSQL at once': (scene, step, turns) =>
    restartPostgres(scene, 'immediate', step, turns),

  'stop PostgreSQL': (scene, step, turns) => restartPostgres(scene, 'fast', step, turns),

  'pause PostgreSQL': ({ postgres }, { lastsMs }, turns) =>
    turns.take('PostgreSQL', async () => {
      const goOn = postgres.pause()
      await delay(lastsMs)
      goOn()
    }),

  'make PostgreSQL read-only': ({ postgres }, { lastsMs }, turns) =>
    turns.take('PostgreSQL', async () => {
      await postgres.setReadOnly(true)
      await delay(lastsMs)
      await postgres.setReadOnly(false)
    }),

  'cut worker from PostgreSQL': (scene, { worker, lastsMs }, turns) =>
    turns.take(`database of worker ${worker}`, async () => {
      scene.slot(worker).postgres.cut()
      await delay(lastsMs)
      scene.slot(worker).postgres.restore()
    }),

  'lose answers of PostgreSQL': (scene, { atMs, worker, lastsMs }, turns) =>
    turns.take(`database of worker ${worker}`, async () => {
      scene.slot(worker).postgres.loseAnswers(commitsOrStores(new Random(atMs)))
      await delay(lastsMs)
      scene.slot(worker).postgres.restore()
    }),

  'lose packets to the stores': (scene, step, turns) =>
    turns.takeAll(linksOf(step), () => partition(scene, step, (way) => way.loseRequests())),

  'lose packets of the stores': (scene, step, turns) =>
    turns.takeAll(linksOf(step), () => partition(scene, step, (way) => way.loseAnswers())),

  'fill the disk of PostgreSQL': ({ postgres, timeline }, { lastsMs }, turns) =>
    turns.take('PostgreSQL', async () => {
      await postgres.fillDisk()
      await delay(lastsMs)
      const hasEnded = await postgres.freeDisk()
      if (hasEnded) timeline.note('PostgreSQL has ended on a full disk, and starts again')
    }),
}

function linksOf({ worker }: Step): readonly string[] {
  return [`link of worker ${worker}`, `database of worker ${worker}`]
}

async function partition(
  scene: Scene,
  { worker, lastsMs }: Step,
  lose: (network: WorkerNetwork) => Promise<void>,
): Promise<void> {
  const { network } = scene.slot(worker)
  if (!network) throw new Error('The workers share a network.')
  await lose(network)
  await delay(lastsMs)
  await network.restore()
}

/** Promotes a replica that lacks the latest writes, because the primary died or was cut off. */
async function promoteStaleReplica(
  { redis, ledger, slots, timeline, postgres }: Scene,
  { node, atMs, lastsMs }: Step,
): Promise<void> {
  const pair = redis.pair(node)
  const dies = new Random(atMs).chance(1 / 2)
  await pair.holdReplicaBack()
  await delay(lastsMs)
  const onNoticed = ledger.noteLoss(({ userId }) => redis.isHolder(pair, userId))
  timeline.note(`a stale replica takes over, the primary ${dies ? 'dies' : 'goes on at first'}`)
  await pair.promote(dies)
  redis.announcePrimary()
  const due = slots.length * redis.connectionsTo(pair)
  await untilHolds('all workers have looked at the new primary', async () => {
    const clients = await pair.primary.with((client) => client.client('LIST'))
    const lines = String(clients).split('\n')
    // The first script on a new connection checks for lost writes.
    return lines.filter((line) => / name=parley-events .* cmd=eval/.test(line)).length >= due
  })
  // A Redis that lost more than one epoch of the database ends its queues, which may have holes, when a worker looks.
  await untilHolds('a worker has compared the epochs', async () => {
    const { current, next } = await redis.notedEpochs()
    const rows = await postgres.query<{ epoch: string; previous: string | null }>(
      'select epoch, previous from database_epochs',
    )
    return rows.some(
      ({ epoch, previous }) => [epoch, previous].includes(current ?? null) || epoch === next,
    )
  })
  onNoticed()
}

/** Performs one fault when its turn comes, and notes the times. */
export async function perform(scene: Scene, step: Step, turns: Semaphore): Promise<void> {
  const { timeline } = scene
  const what = `${step.kind} (worker ${step.worker}, node ${step.node}, ${step.lastsMs} ms)`
  timeline.note(`begin: ${what}`)
  await faults[step.kind](scene, step, turns)
  timeline.note(`end:   ${what}`)
}

/**
 * Matches a worker's commits, and some of its inserts of messages, which may commit as well; sometimes only,
 * so that other connections reach their later commit.
 */
function commitsOrStores(random: Random): LosesAnswer {
  return (said) => said.includes('commit') || (said.includes('try ') && random.chance(1 / 3))
}

function restartPostgres(
  { postgres }: Scene,
  how: PostgresStop,
  { lastsMs }: Step,
  turns: Semaphore,
): Promise<void> {
  return turns.take('PostgreSQL', async () => {
    await postgres.stop(how)
    await delay(lastsMs)
    await postgres.start()
  })
}

/** Kills a worker when one of its messages is committed and in no queue yet. */
async function killAfterCommit(scene: Scene, index: number): Promise<void> {
  const { cast, postgres, timeline } = scene
  const slot = scene.slot(index)
  const [sender, stream] = [firstOf(cast.senders), cast.streams[0]]
  const { text, sent } = sendMessage(scene, slot, sender, { stream })
  const over = new AbortController()
  const state = await Promise.race([
    sent.then(({ outcome }) => outcome),
    untilStored(postgres, text, over.signal),
  ])
  over.abort()
  timeline.note(`${slot.name} is killed, with "${text}" ${state}`)
  await slot.kill()
  await slot.start()
}

async function untilStored(
  postgres: OwnPostgres,
  content: string,
  giveUp: AbortSignal,
): Promise<'committed'> {
  const find = () => postgres.query('select from messages where content = $1', [content])
  while (!giveUp.aborted) {
    // PostgreSQL may be stopped just now.
    const rows = await find().catch(() => [])
    if (rows.length > 0) break
    await delay(2)
  }
  return 'committed'
}
