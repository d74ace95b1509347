import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from '../bench'
import { cpuBetween, totalCpu } from '../cpu'
import type { CpuSeconds } from '../cpu'
import { loadSubject } from '../messages'
import { requireOpenFiles } from '../open-files'
import { atMost, rowsOf } from '../rows'
import type { Rounds, Row } from '../rows'
import type { Scenario } from '../scenario'
import type { SeededStream } from '../seed'
import type { Subject } from '../subject'
import { usersFrom } from '../users'

/** Until what was freed has been given back. */
const SETTLE_MS = 3_000
/** Well before the first heartbeat is due, after some 45 s. */
const QUIET_SECONDS = 20
/** With the quiet ones about as long as all polls need to get a heartbeat. */
const HEARTBEAT_SECONDS = 40
const LARGEST = 10_000
const WARM_UP_POLLS = 100
const PACE = { kind: 'flat out' } as const

interface Measurement {
  bytesPerPoll: number
  redisBytesPerQueue: number
  quiet: CpuSeconds
  withHeartbeats: CpuSeconds
}

/** Many who wait, and nothing happens. */
export const idle: Scenario = {
  name: 'idle',
  summary: 'parked polls and nothing else',
  async run(bench) {
    const sizes = bench.options.quick ? [1_000] : [1_000, LARGEST]
    const rows: Row[] = []
    for (const size of sizes) {
      bench.say(`idle with ${size} polls`)
      await requireOpenFiles(size)
      // What happened before would have left them memory to fill.
      await bench.stopSubjects()
      await bench.workers()
      await bench.seed.streams(streamsOf(size))
      const yardstick = [await measureIdle(bench, await bench.yardstick(), size)]
      const parley = [await measureIdle(bench, await bench.workers(), size)]
      rows.push(...idleRows(size, { parley, yardstick }))
    }
    await bench.stopSubjects()
    return rows
  },
}

function streamsOf(size: number): SeededStream[] {
  return [
    { name: `warm-up-${size}`, first: 0, subscribers: WARM_UP_POLLS },
    { name: `idle-${size}`, first: WARM_UP_POLLS, subscribers: size },
  ]
}

async function measureIdle(bench: Bench, subject: Subject, size: number): Promise<Measurement> {
  await warmUp(bench, subject, size)
  const redisBytesBefore = await bench.redis.usedBytes()
  const loaded = await loadSubject(bench, subject, {
    streams: [{ name: `idle-${size}`, recipients: usersFrom(WARM_UP_POLLS, size) }],
    senders: [0],
    pace: PACE,
  })
  const redisBytes = (await bench.redis.usedBytes()) - redisBytesBefore
  const residentBytesBefore = await readSettledBytes(subject)
  await loaded.open()
  const start = await subject.cpu()
  await delay(QUIET_SECONDS * 1_000)
  const afterQuiet = await subject.cpu()
  await delay(HEARTBEAT_SECONDS * 1_000)
  const afterHeartbeats = await subject.cpu()
  const residentBytes = (await readSettledBytes(subject)) - residentBytesBefore
  await loaded.close()
  await loaded.end()
  return {
    bytesPerPoll: residentBytes / size,
    redisBytesPerQueue: redisBytes / size,
    quiet: cpuBetween(start, afterQuiet),
    withHeartbeats: cpuBetween(start, afterHeartbeats),
  }
}

async function readSettledBytes(subject: Subject): Promise<number> {
  subject.collectGarbage()
  await delay(SETTLE_MS)
  return subject.residentBytes()
}

/** What any first polls and messages need is not what the polls to be measured need. */
async function warmUp(bench: Bench, subject: Subject, size: number): Promise<void> {
  const loaded = await loadSubject(bench, subject, {
    streams: [{ name: `warm-up-${size}`, recipients: usersFrom(0, WARM_UP_POLLS) }],
    senders: [0],
    pace: PACE,
  })
  await loaded.measure(1)
  await loaded.end()
}

function idleRows(size: number, rounds: Rounds<Measurement>): Row[] {
  const { compared, ofParley } = rowsOf(`${size} polls`, rounds)
  const isLargest = size === LARGEST
  const percent = (cpu: CpuSeconds, seconds: number): number => (100 * totalCpu(cpu)) / seconds
  return [
    compared(
      'memory of workers per parked poll',
      'bytes',
      (each) => each.bytesPerPoll,
      isLargest ? atMost(1.6) : undefined,
    ),
    ofParley('memory of Redis per queue', 'bytes', (each) => each.redisBytesPerQueue),
    ofParley(
      `CPU, ${QUIET_SECONDS} s without heartbeats`,
      '% of a core',
      (each) => percent(each.quiet, QUIET_SECONDS),
      isLargest ? atMost(2, 'figure') : undefined,
    ),
    ofParley('… workers', '% of a core', (each) => (100 * each.quiet.workers) / QUIET_SECONDS),
    ofParley('CPU, with a heartbeat each', '% of a core', (each) =>
      percent(each.withHeartbeats, QUIET_SECONDS + HEARTBEAT_SECONDS),
    ),
  ]
}
