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

/** Time for a garbage collection on a busy machine, and for the operating system after it. */
const stepMs = 2_000
const mostSteps = 15
const stepsUntilSettled = 3
const settledShare = 0.995
/** Well before the first heartbeat is due, after some 45 s. */
const quietSeconds = 20
/** Together with the quiet seconds about as long as all polls need to get a heartbeat. */
const heartbeatSeconds = 40
const largest = 10_000
const warmUpPolls = 100
/** A gentle pace, because a process does not give back all the memory it once needed. */
const usualPace = { kind: 'steady', gapMs: 50 } as const

interface Measurement {
  bytesPerPoll: number
  redisBytesPerQueue: number
  quiet: CpuSeconds
  withHeartbeats: CpuSeconds
}

/** Many parked polls without any events. */
export const idle: Scenario = {
  name: 'idle',
  summary: 'parked polls and nothing else',
  async run(bench) {
    const sizes = bench.options.quick ? [1_000] : [1_000, largest]
    const rows: Row[] = []
    for (const size of sizes) {
      bench.say(`idle with ${size} polls`)
      await requireOpenFiles(size)
      // Fresh processes: earlier work would have left them free memory to reuse.
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
    { name: `warm-up-${size}`, first: 0, subscribers: warmUpPolls },
    { name: `idle-${size}`, first: warmUpPolls, subscribers: size },
  ]
}

async function measureIdle(bench: Bench, subject: Subject, size: number): Promise<Measurement> {
  await warmUp(bench, subject, size)
  const redisBytesBefore = await bench.redis.usedBytes()
  const loaded = await loadSubject(bench, subject, {
    streams: [{ name: `idle-${size}`, recipients: usersFrom(warmUpPolls, size) }],
    senders: [0],
    pace: usualPace,
  })
  const redisBytes = (await bench.redis.usedBytes()) - redisBytesBefore
  const residentBytesBefore = await readSettledBytes(subject)
  await loaded.open()
  const start = await subject.cpu()
  await delay(quietSeconds * 1_000)
  const afterQuiet = await subject.cpu()
  await delay(heartbeatSeconds * 1_000)
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

/**
 * Memory is given back in several steps, the large ones not first: repeat until several collections in a row
 * gave back next to nothing.
 */
async function readSettledBytes(subject: Subject): Promise<number> {
  let bytes = Infinity
  let settledSteps = 0
  for (let step = 0; step < mostSteps && settledSteps < stepsUntilSettled; step++) {
    subject.collectGarbage()
    await delay(stepMs)
    const before = bytes
    bytes = await subject.residentBytes()
    settledSteps = bytes > settledShare * before ? settledSteps + 1 : 0
  }
  return bytes
}

/** Memory of first polls and messages must not count for the measured polls. */
async function warmUp(bench: Bench, subject: Subject, size: number): Promise<void> {
  const loaded = await loadSubject(bench, subject, {
    streams: [{ name: `warm-up-${size}`, recipients: usersFrom(0, warmUpPolls) }],
    senders: [0],
    pace: usualPace,
  })
  await loaded.measure(1)
  await loaded.end()
}

function idleRows(size: number, rounds: Rounds<Measurement>): Row[] {
  const { compared, ofParley } = rowsOf(`${size} polls`, rounds)
  const isLargest = size === largest
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
      `CPU, ${quietSeconds} s without heartbeats`,
      '% of a core',
      (each) => percent(each.quiet, quietSeconds),
      isLargest ? atMost(1, 'figure') : undefined,
    ),
    ofParley('… workers', '% of a core', (each) => (100 * each.quiet.workers) / quietSeconds),
    ofParley('CPU, with a heartbeat each', '% of a core', (each) =>
      percent(each.withHeartbeats, quietSeconds + heartbeatSeconds),
    ),
  ]
}
