import { asTexts, elementAt, firstOf } from './checked'
import { OwnRedis } from './own-redis'
import { untilHolds } from './until'

const slots = 16_384

export interface OwnRedisClusterOptions {
  /** Whether each primary has a replica, which takes over only on command. */
  hasReplicas?: boolean
}

/** A private Redis Cluster of a test: primaries, each with its share of the slots. */
export class OwnRedisCluster {
  private constructor(
    /** The initial primaries. */
    readonly nodes: readonly OwnRedis[],
    /** Their replicas, in the same order; default: none. */
    readonly replicas: readonly OwnRedis[],
  ) {}

  /** @throws when redis-server is not installed */
  static async start(
    count = 3,
    { hasReplicas = false }: OwnRedisClusterOptions = {},
  ): Promise<OwnRedisCluster> {
    const nodes: OwnRedis[] = []
    // One after the other, so that each finds the ports of the earlier ones taken.
    while (nodes.length < (hasReplicas ? 2 * count : count)) {
      const settings = {
        // The other nodes keep serving when one is down.
        'cluster-require-full-coverage': 'no',
        'cluster-node-timeout': '2000',
        'cluster-replica-no-failover': 'yes',
        'repl-diskless-sync-delay': '0',
      }
      nodes.push(
        await OwnRedis.start(
          Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
          { isNode: true },
        ),
      )
    }
    const cluster = new OwnRedisCluster(nodes.slice(0, count), nodes.slice(count))
    await cluster.assignSlots()
    await cluster.introduce()
    await cluster.untilWhole()
    await cluster.assignReplicas()
    return cluster
  }

  /** Addresses of all nodes, as in REDIS_URL. */
  get url(): string {
    return this.nodes.map((node) => node.url).join(',')
  }

  /** The node that serves a key. */
  async nodeOf(key: string): Promise<OwnRedis> {
    return elementAt(this.nodes, await this.indexOf(key))
  }

  /** The number of the primary, from 0, that serves a key. */
  async indexOf(key: string): Promise<number> {
    const slot = await firstOf(this.nodes).with((redis) => redis.cluster('KEYSLOT', key))
    return Math.floor(slot / this.slotsPerNode)
  }

  /** Waits until every node knows all others and all slots are served. */
  async untilWhole(): Promise<void> {
    for (const node of this.all) {
      await untilHolds(`the cluster is whole, seen from port ${node.port}`, async () => {
        const info = String(await node.with((redis) => redis.cluster('INFO')))
        return (
          info.includes('cluster_state:ok') &&
          info.includes(`cluster_slots_ok:${slots}`) &&
          info.includes(`cluster_known_nodes:${this.all.length}`)
        )
      })
    }
  }

  /**
   * Begins to move the slot of a key to another node, like an operator who adds a node. Answers a function
   * that finishes it; {@link nodeOf} does not notice the move.
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
          const keys = asTexts(await redis.call('CLUSTER', 'GETKEYSINSLOT', slot, '1000'))
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
    await Promise.all(this.all.map((node) => node.remove()))
  }

  private get all(): readonly OwnRedis[] {
    return [...this.nodes, ...this.replicas]
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

  private async introduce(): Promise<void> {
    const [first, ...others] = this.all
    for (const other of others) {
      const address = ['127.0.0.1', String(other.port), String(other.busPort)]
      await first?.with((redis) => redis.call('CLUSTER', 'MEET', ...address))
    }
  }

  private async assignReplicas(): Promise<void> {
    for (const [index, replica] of this.replicas.entries()) {
      const primary = elementAt(this.nodes, index)
      const id = await primary.with((redis) => redis.call('CLUSTER', 'MYID'))
      await replica.with((redis) => redis.call('CLUSTER', 'REPLICATE', String(id)))
    }
  }
}
