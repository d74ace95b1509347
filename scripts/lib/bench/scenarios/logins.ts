import { owner } from '../../measured-server'
import type { Address } from '../load/protocol'
import { Samples } from '../load/statistics'
import { loadSubject } from '../messages'
import type { Measurement } from '../messages'
import { makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { usersFrom } from '../users'

const recipientCount = 10
const gapMs = 20
/** Far more than the queue admits: a worker checks two passwords at once, and sixteen wait. */
const connectionCount = 64
const guessesEach = 60

/** Passwords that were checked, and those refused for lack of capacity. */
interface StormResult {
  checked: number
  refused: number
  seconds: number
}

/** More log-ins than the machine can hash, beside messages whose latency must not suffer. */
export const logins: Scenario = {
  name: 'logins',
  summary: `messages to ${recipientCount} while ${connectionCount} connections log in all the time`,
  async run(bench) {
    const subject = await bench.workers()
    const name = 'logins'
    await bench.seed.streams([{ name, first: 0, subscribers: recipientCount }])
    const loaded = await loadSubject(bench, subject, {
      streams: [{ name, recipients: usersFrom(0, recipientCount) }],
      senders: [0],
      pace: { kind: 'steady', gapMs },
    })
    const calm: Measurement[] = []
    const stormy: (Measurement & StormResult)[] = []
    for (let round = 1; round <= bench.options.rounds; round += 1) {
      bench.say(`logins: round ${round} of ${bench.options.rounds}`)
      calm.push(await loaded.measure(bench.options.seconds))
      const storm = beginStorm(subject.addresses)
      const measured = await loaded.measure(bench.options.seconds)
      stormy.push({ ...measured, ...(await storm.end()) })
    }
    await loaded.end()
    bench.say("logins: addresses that are somebody's, and others")
    const addresses = await compareAddresses(subject.addresses[0] as Address)
    return [...rowsFor(calm, stormy), ...addresses]
  },
}

function rowsFor(
  calm: readonly Measurement[],
  stormy: readonly (Measurement & StormResult)[],
): Row[] {
  const rows = (load: string, runs: readonly Measurement[]): Row[] => [
    makeRow({ load, figure: 'latency p50', unit: 'ms', parley: runs.map((r) => r.latencyMs.p50) }),
    makeRow({ load, figure: 'latency p99', unit: 'ms', parley: runs.map((r) => r.latencyMs.p99) }),
    makeRow({
      load,
      figure: 'lost, repeated, disordered',
      unit: '',
      parley: runs.map((r) => r.lost + r.duplicates + r.disorders),
    }),
  ]
  const load = 'log-ins'
  const perSecond = (read: (storm: StormResult) => number) =>
    stormy.map((storm) => read(storm) / storm.seconds)
  return [
    ...rows('no log-ins', calm),
    ...rows(load, stormy),
    makeRow({ load, figure: 'passwords checked', unit: '/s', parley: perSecond((s) => s.checked) }),
    makeRow({ load, figure: 'refused, 429', unit: '/s', parley: perSecond((s) => s.refused) }),
  ]
}

/**
 * The time that wrong passwords take for an existing address and for a missing one, in alternation: timing
 * must not reveal which addresses exist.
 */
async function compareAddresses(address: Address): Promise<Row[]> {
  const known = new Samples()
  const unknown = new Samples()
  for (let turn = 0; turn < guessesEach; turn += 1) {
    const kinds = [
      { samples: known, username: owner.email },
      { samples: unknown, username: `nobody-${turn}@load.invalid` },
    ]
    // In alternating order: the second request may find something warm.
    for (const { samples, username } of turn % 2 === 0 ? kinds : kinds.reverse()) {
      const startedAt = performance.now()
      const status = await guess(address, username)
      if (status !== 403) throw new Error(`A wrong password was answered with ${status}.`)
      samples.add(performance.now() - startedAt)
    }
  }
  const rowsOf = (load: string, samples: Samples): Row[] => {
    const { p50, p95 } = samples.percentiles()
    return [
      makeRow({ load, figure: 'wrong password, p50', unit: 'ms', parley: [p50] }),
      makeRow({ load, figure: 'wrong password, p95', unit: 'ms', parley: [p95] }),
    ]
  }
  return [...rowsOf("somebody's address", known), ...rowsOf("nobody's address", unknown)]
}

/** @returns the status of the answer */
async function guess({ host, port }: Address, username: string): Promise<number> {
  const body = new URLSearchParams({ username, password: 'no password of anybody' })
  const url = `http://${host}:${port}/api/v1/fetch_api_key`
  const answer = await fetch(url, { method: 'POST', body })
  await answer.arrayBuffer()
  return answer.status
}

/** Guesses at missing accounts, at the cost of a right password. */
function beginStorm(addresses: readonly Address[]): { end(): Promise<StormResult> } {
  const over = new AbortController()
  const counted = { checked: 0, refused: 0 }
  const startedAt = performance.now()
  const clients = Array.from({ length: connectionCount }, async (_, client) => {
    const address = addresses[client % addresses.length] as Address
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const status = await guess(address, `nobody-${client}-${turn}@load.invalid`)
      if (status === 403) counted.checked += 1
      else if (status !== 429) throw new Error(`A log-in was answered with ${status}.`)
      // Repeats at once, like a client that ignores Retry-After.
      else counted.refused += 1
    }
  })
  const all = Promise.all(clients)
  // Awaited by `end`.
  all.catch(() => undefined)
  return {
    async end() {
      over.abort()
      await all
      return { ...counted, seconds: (performance.now() - startedAt) / 1_000 }
    },
  }
}
