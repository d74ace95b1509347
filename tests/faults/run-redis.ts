import { names, shardKey } from '../../src/server/events/redis/keys'
import { elementAt, firstOf } from '../support/checked'
import { OwnRedis } from '../support/own-redis'
import { OwnRedisCluster } from '../support/own-redis-cluster'
import { OwnRedisPair, rolesInCluster, rolesOfSingle } from '../support/own-redis-pair'
import { StoreProxy } from '../support/store-proxy'

const settingsOfReplication = ['--repl-diskless-sync-delay', '0']
const clusterNodes = 3

/** The connections of one worker to its Redis, through proxies. */
export interface RedisWay {
  /** REDIS_URL of the worker. */
  url: string
  cut(): void
  fallSilent(): void
  swallowAnswers(): void
  restore(): void
  close(): Promise<void>
}

/** The Redis of a run: a primary with a replica, or a cluster of three such pairs. */
export class RunRedis {
  private readonly ways: StoreProxy[] = []

  private constructor(
    readonly pairs: readonly OwnRedisPair[],
    /** REDIS_KEY_PREFIX of the workers. */
    readonly keyPrefix: string,
    /** Index of the pair with the queues of each shard. */
    private readonly pairOfShard: readonly number[],
  ) {}

  static async startSingle(shards: number): Promise<RunRedis> {
    const primary = await OwnRedis.start(settingsOfReplication)
    const replica = await OwnRedis.start(settingsOfReplication)
    const pair = new OwnRedisPair(primary, replica, rolesOfSingle)
    await rolesOfSingle.follow(replica, primary)
    return new RunRedis([pair], 'faults', new Array<number>(shards).fill(0))
  }

  /** @param shards at least as many as nodes: each node has one */
  static async startCluster(shards: number): Promise<RunRedis> {
    const cluster = await OwnRedisCluster.start(clusterNodes, { hasReplicas: true })
    const pairs = cluster.nodes.map(
      (node, index) => new OwnRedisPair(node, elementAt(cluster.replicas, index), rolesInCluster),
    )
    for (let number = 0; ; number += 1) {
      const prefix = `faults-${number}`
      const keys = Array.from({ length: shards }, (_, shard) => shardKey(prefix, shard))
      const pairOfShard = await Promise.all(keys.map((key) => cluster.indexOf(key)))
      if (new Set(pairOfShard).size === pairs.length)
        return new RunRedis(pairs, prefix, pairOfShard)
    }
  }

  /** One of the pairs, by any number. */
  pair(number: number): OwnRedisPair {
    return elementAt(this.pairs, number % this.pairs.length)
  }

  /** Whether a pair has the queues of a user. */
  isHolder(pair: OwnRedisPair, userId: number): boolean {
    const { pairOfShard } = this
    return this.pairs[elementAt(pairOfShard, userId % pairOfShard.length)] === pair
  }

  /** The epochs of the database that are noted; see docs/decisions/0024-epochs.md. */
  notedEpochs(): Promise<Record<string, string>> {
    const { primary } = this.pair(firstOf(this.pairOfShard))
    return primary.with((client) => client.hgetall(`${shardKey(this.keyPrefix, 0)}${names.epochs}`))
  }

  /** Number of a worker's connections to a pair for commands about events. */
  connectionsTo(pair: OwnRedisPair): number {
    if (this.pairs.length === 1) return 1
    return this.pairOfShard.filter((index) => this.pairs[index] === pair).length
  }

  /**
   * Proxies for one more worker.
   * @param host address that the proxy of a single Redis listens at
   */
  async makeWay(host?: string): Promise<RedisWay> {
    const isSingle = this.pairs.length === 1
    const proxies = isSingle ? await this.wayToSingle(host) : await this.wayToCluster()
    return {
      url: proxies.map(({ url }) => url).join(','),
      cut: () => proxies.forEach(({ proxy }) => proxy.cut()),
      fallSilent: () => proxies.forEach(({ proxy }) => proxy.fallSilent()),
      swallowAnswers: () => proxies.forEach(({ proxy }) => proxy.swallowAnswers()),
      restore: () => proxies.forEach(({ proxy }) => proxy.restore()),
      async close() {
        await Promise.all(proxies.map(({ proxy }) => proxy.close()))
      },
    }
  }

  /** Leads the proxies to the current primary. Nodes of a cluster announce it themselves. */
  announcePrimary(): void {
    if (this.pairs.length > 1) return
    for (const way of this.ways) way.leadTo(new URL(this.pair(0).primary.url))
  }

  async remove(): Promise<void> {
    await Promise.all(this.pairs.map((pair) => pair.remove()))
  }

  private async wayToSingle(host?: string): Promise<{ proxy: StoreProxy; url: string }[]> {
    const proxy = new StoreProxy(new URL(this.pair(0).primary.url))
    this.ways.push(proxy)
    return [{ proxy, url: await proxy.listen(host) }]
  }

  /**
   * A proxy for each node. Ports of other nodes in a node's answers are replaced by those of their proxies.
   */
  private async wayToCluster(): Promise<{ proxy: StoreProxy; url: string }[]> {
    const ports = new Map<string, string>()
    const ofPorts = /(?<=:)\d{5}(?=\r\n)/g
    // Both port numbers have five digits, so the length of the answer stays the same.
    const translate = (said: Buffer): Buffer => {
      if (!said.includes('127.0.0.1')) return said
      const text = said.toString('latin1')
      return Buffer.from(
        text.replace(ofPorts, (port) => ports.get(port) ?? port),
        'latin1',
      )
    }
    const nodes = this.pairs.flatMap((pair) => [pair.primary, pair.replica])
    return Promise.all(
      nodes.map(async ({ url, port }) => {
        const proxy = new StoreProxy(new URL(url), translate)
        const own = await proxy.listen()
        ports.set(String(port), new URL(own).port)
        return { proxy, url: own }
      }),
    )
  }
}
