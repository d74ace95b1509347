import { alternate } from './alternate'
import type { Bench } from './bench'
import { cpuBetween } from './cpu'
import type { CpuSeconds } from './cpu'
import type { Faults, Pace, RunResult, RunSpec } from './load/protocol'
import type { Rounds } from './rows'
import { authorizationOf } from './seed'
import type { Subject } from './subject'
import { waitForParkedPolls } from './wait-for-polls'

/** The first run of a process is slower, until the compiler has optimized it. */
const firstWarmUpSeconds = 3
const usualWarmUpSeconds = 1
/** Sent even to a slow server. */
const usualLeastMessages = 5

/** Messages to streams, and the clients that wait for them. */
export interface MessageLoad {
  streams: { name: string; recipients: number[] }[]
  /** Numbers of users, like the recipients. */
  senders: number[]
  pace: Pace
  /** Whether the recipients read server-sent events; otherwise they poll. */
  isStreamed?: boolean
}

/** A run and its cost to the server. */
export interface Measurement extends RunResult {
  cpu: CpuSeconds
  /** Memory per process that clients talk to, at the end of the load. */
  residentBytesEach: number
}

/** A server with queues, whose polls are connected only during measurements. */
export interface LoadedSubject {
  /** Returns when all polls are parked. */
  open(): Promise<void>
  /** Returns when no poll is parked. */
  close(): Promise<void>
  /** Opens, sends and closes. */
  measure(seconds: number): Promise<Measurement>
  end(): Promise<void>
}

/** The same load on the yardstick and on the workers. */
export async function compareMessages(
  bench: Bench,
  load: MessageLoad,
): Promise<Rounds<Measurement>> {
  const loaded = new Map<Subject, LoadedSubject>()
  const rounds = await alternate(bench, async (subject) => {
    const known = loaded.get(subject) ?? (await loadSubject(bench, subject, load))
    loaded.set(subject, known)
    return known.measure(bench.options.seconds)
  })
  for (const each of loaded.values()) await each.end()
  return rounds
}

/** Registers the queues of a load. */
export async function loadSubject(
  bench: Bench,
  subject: Subject,
  { streams, senders, pace, isStreamed = false }: MessageLoad,
): Promise<LoadedSubject> {
  const pollers = streams.flatMap(({ name: stream, recipients }) =>
    recipients.map((user) => ({
      authorization: authorizationOf(user),
      stream,
      isStream: isStreamed,
      ...(subject.name === 'yardstick' && { queueId: `${stream}:${user}` }),
    })),
  )
  const session = await bench.load.makeSession({ addresses: subject.addresses, pollers })
  const run: Omit<RunSpec, 'seconds'> = {
    senders: senders.map((user) => authorizationOf(user)),
    streams: streams.map((stream) => stream.name),
    pace,
    leastMessages: usualLeastMessages,
  }
  let warmUpSeconds = firstWarmUpSeconds

  async function open(): Promise<void> {
    await bench.load.openSession(session)
    await waitForParkedPolls(subject, pollers.length)
  }

  async function close(): Promise<void> {
    await bench.load.closeSession(session)
    await waitForParkedPolls(subject, 0)
  }

  return {
    open,
    close,
    async measure(seconds) {
      await open()
      const warmUp = await bench.load.runSession({
        session,
        run: { ...run, seconds: warmUpSeconds },
      })
      warmUpSeconds = usualWarmUpSeconds
      const before = await subject.cpu()
      const result = await bench.load.runSession({ session, run: { ...run, seconds } })
      const after = await subject.cpu()
      const residentBytes = await subject.residentBytes()
      await close()
      return {
        ...result,
        ...addFaults(warmUp, result),
        cpu: cpuBetween(before, after),
        residentBytesEach: residentBytes / subject.addresses.length,
      }
    },
    end: () => bench.load.endSession(session),
  }
}

/** Faults during the warm-up count as well. */
function addFaults(some: Faults, others: Faults): Faults {
  return {
    lost: some.lost + others.lost,
    duplicates: some.duplicates + others.duplicates,
    disorders: some.disorders + others.disorders,
  }
}
