import { ownPorts } from './own-ports'
import { OwnRedis } from './own-redis'
import { untilHolds } from './until'

const slots = 16_384

/** A Redis Cluster of a test's own: primaries without replicas, each with its share of the slots. */
export class OwnRedisCluster {
  private constructor(readonly nodes: readonly OwnRedis[]) {}

  /** @throws when there is no redis-server */
  static async start(count = 3): Promise<OwnRedisCluster> {
    const busPorts = await ownPorts(count)
    const nodes: OwnRedis[] = []
    // One after the other, so that each finds ports that the one before it has taken already.
    for (const port of busPorts) {
      const settings = {
        'cluster-enabled': 'yes',
        'cluster-port': String(port),
        // The other nodes go on when one is away.
        'cluster-require-full-coverage': 'no',
        'cluster-node-timeout': '2000',
      }
      nodes.push(
        await OwnRedis.start(
          Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
        ),
      )
    }
    const cluster = new OwnRedisCluster(nodes)
    await cluster.assignSlots()
    await cluster.introduce(busPorts)
    await cluster.untilWhole()
    return cluster
  }

  /** Addresses of all nodes, as in REDIS_URL. */
  get url(): string {
    return this.nodes.map((node) => node.url).join(',')
  }

  /** The node that serves a key. */
  async nodeOf(key: string): Promise<OwnRedis> {
    const [first] = this.nodes as [OwnRedis]
    const slot = await first.with((redis) => redis.cluster('KEYSLOT', key))
    return this.nodes[Math.floor(slot / this.slotsPerNode)] as OwnRedis
  }

  /** Waits until every node knows all others and that all slots are served. */
  async untilWhole(): Promise<void> {
    for (const node of this.nodes) {
      await untilHolds(`the cluster is whole, seen from port ${node.port}`, async () => {
        const info = String(await node.with((redis) => redis.cluster('INFO')))
        return (
          info.includes('cluster_state:ok') &&
          info.includes(`cluster_slots_ok:${slots}`) &&
          info.includes(`cluster_known_nodes:${this.nodes.length}`)
        )
      })
    }
  }

  /**
   * Begins to move the slot of a key to another node, as an operator does who adds one. Answers how
   * to finish it; {@link nodeOf} does not learn of it.
   */
  async beginMove(
    key: string,
    from: OwnRedis,
    to: OwnRedis,
  ): Promise<{ finish: () => Promise<void> }> {
    const slot = String(await from.with((redis) => redis.cluster('KEYSLOT', key)))
    const [fromId, toId] = await Promise.all(
      [from, to].map((node) => node.with((redis) => redis.call('CLUSTER', 'MYID'))),
    )
    const setSlot = (node: OwnRedis, ...state: string[]) =>
      node.with((redis) => redis.call('CLUSTER', 'SETSLOT', slot, ...state))
    await setSlot(to, 'IMPORTING', String(fromId))
    await setSlot(from, 'MIGRATING', String(toId))
    return {
      async finish() {
        await from.with(async (redis) => {
          const keys = (await redis.call('CLUSTER', 'GETKEYSINSLOT', slot, '1000')) as string[]
          await redis.call(
            'MIGRATE',
            '127.0.0.1',
            String(to.port),
            '',
            '0',
            '5000',
            'KEYS',
            ...keys,
          )
        })
        for (const node of [to, from]) await setSlot(node, 'NODE', String(toId))
      },
    }
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.remove()))
  }

  private get slotsPerNode(): number {
    return Math.ceil(slots / this.nodes.length)
  }

  private async assignSlots(): Promise<void> {
    const share = this.slotsPerNode
    for (const [index, node] of this.nodes.entries()) {
      const first = index * share
      const last = Math.min(first + share, slots) - 1
      await node.with(async (redis) => {
        await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1))
        await redis.call('CLUSTER', 'ADDSLOTSRANGE', String(first), String(last))
      })
    }
  }

  private async introduce(busPorts: readonly number[]): Promise<void> {
    const [first, ...others] = this.nodes
    for (const [index, other] of others.entries()) {
      const address = ['127.0.0.1', String(other.port), String(busPorts[index + 1])]
      await first?.with((redis) => redis.call('CLUSTER', 'MEET', ...address))
    }
  }
}
