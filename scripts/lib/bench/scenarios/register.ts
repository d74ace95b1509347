import { alternate } from '../alternate'
import type { Bench } from '../bench'
import type { RequestsResult, RequestTemplate } from '../load/protocol'
import { cpuBetween, totalCpu } from '../cpu'
import type { CpuSeconds } from '../cpu'
import { profileRequest, registerFor } from '../request-templates'
import { atLeast, rowsOf } from '../rows'
import type { Row, Target } from '../rows'
import type { Scenario } from '../scenario'
import { authorizationOf } from '../seed'
import { usersFrom } from '../users'

const userCount = 1_000
const connectionCount = 16
const warmUpSeconds = 2
const registerCall = registerFor(['message'])

type Measurement = RequestsResult & { cpu: CpuSeconds }

/** Requests that clients begin with, at the max rate. */
export const register: Scenario = {
  name: 'register',
  summary: `${connectionCount} connections that ask again as soon as they were answered`,
  async run(bench) {
    await bench.workers()
    await bench.seed.users(userCount)
    return [
      ...(await measureKind(bench, registerCall, 'POST /register', atLeast(0.25))),
      ...(await measureKind(bench, profileRequest, 'GET /users/me')),
    ]
  },
}

async function measureKind(
  bench: Bench,
  request: RequestTemplate,
  load: string,
  target?: Target,
): Promise<Row[]> {
  bench.say(load)
  const accounts = usersFrom(0, userCount).map((user) => authorizationOf(user))
  const rounds = await alternate(bench, async (subject): Promise<Measurement> => {
    const spec = {
      addresses: subject.addresses,
      requests: [request],
      accounts,
      connections: connectionCount,
    }
    await bench.load.measureRequests({ ...spec, seconds: warmUpSeconds })
    const before = await subject.cpu()
    const result = await bench.load.measureRequests({ ...spec, seconds: bench.options.seconds })
    const cpu = cpuBetween(before, await subject.cpu())
    await bench.load.deleteRegistered(subject.addresses)
    return { ...result, cpu }
  })
  const { compared, ofParley } = rowsOf(load, rounds)
  const per1000 = (seconds: number, { requests }: Measurement): number =>
    (1_000 * seconds) / requests
  return [
    compared('requests', '/s', (each) => each.requests / each.seconds, target),
    compared('CPU', unit, (each) => per1000(totalCpu(each.cpu), each)),
    ofParley('… workers', unit, (each) => per1000(each.cpu.workers, each)),
    ofParley('… Redis', unit, (each) => per1000(each.cpu.redis, each)),
    ofParley('… PostgreSQL', unit, (each) => per1000(each.cpu.postgres ?? NaN, each)),
    compared('latency p50', 'ms', (each) => each.latencyMs.p50),
    compared('latency p99', 'ms', (each) => each.latencyMs.p99),
    compared('load generator', unit, (each) => per1000(each.loadCpuSeconds, each)),
  ]
}

const unit = 's/1,000 requests'
