import { findPostgres, findRedisServer } from '../support/binaries'
import { sampled, sampleOf } from '../support/sample'
import { describeWith } from '../support/services'
import { faultKinds, makePlan } from './plan'
import { runFaultTest } from './run'
import { hasNetworkNamespaces } from './worker-network'

const seed = 187
const seconds = 20
const patienceMs = 300_000

describe('the plan of a fault test', () => {
  it('depends on the seed alone', () => {
    expect(makePlan(seed, seconds)).toEqual(makePlan(seed, seconds))
    expect(makePlan(seed, seconds).steps).not.toEqual(makePlan(seed + 1, seconds).steps)
  })

  it('has every kind of fault, even in a short run', () => {
    const kinds = makePlan(seed, 1).steps.map((step) => step.kind)
    expect(new Set(kinds)).toEqual(new Set(faultKinds))
  })

  it('has faults of root where root runs it', () => {
    const { steps, kinds } = makePlan(seed, 1, { asRoot: true })
    expect(kinds).toHaveLength(faultKinds.length + 3)
    expect(new Set(steps.map((step) => step.kind))).toEqual(new Set(kinds))
  })
})

const needs = {
  name: "PostgreSQL's and Redis's programs",
  url: findPostgres() && findRedisServer(),
}

describeWith(needs, 'four workers under load with failing stores', () => {
  const topologies = [
    ['on a Redis and its replica', {}, ''],
    ['on a Redis Cluster and its replicas', { redis: 'cluster' }, ' --cluster'],
    ['with partitioned networks and a full disk', { asRoot: true }, ' --as-root'],
  ] as const
  const possible = topologies.filter(([, scene]) => !('asRoot' in scene) || hasNetworkNamespaces())
  it.each(sampleOf(possible, { share: 1 / 3, name: 'faults' }))(
    sampled('deliver every message exactly once and recover by themselves, %s'),
    async (_, topology, argument) => {
      const { complaints, figures, timeline } = await runFaultTest({ seed, seconds, ...topology })
      const again = `Again: npm run test:faults -- --seed ${seed} --seconds ${seconds}${argument}`
      const story = [...complaints, '', timeline, '', again].join('\n')
      expect(complaints.length === 0 ? '' : story).toBe('')
      expect(figures['delivered']).toBeGreaterThan(0)
    },
    patienceMs,
  )
})
