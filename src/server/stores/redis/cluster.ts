import net from 'node:net'
import tls from 'node:tls'
import { AbstractConnector } from 'ioredis'
import type { RedisOptions } from 'ioredis'
import { PatientRedis } from './patient-redis'
import type { PatientRedisOptions } from './patient-redis'

/**
 * The addresses in a REDIS_URL. Several, separated by commas, are nodes of one Redis Cluster,
 * through which the others are found; a single one is a standalone Redis.
 */
export function redisAddresses(url: string): string[] {
  return url.split(',').map((address) => address.trim())
}

/** Whether a REDIS_URL names a Redis Cluster. */
export function isCluster(url: string): boolean {
  return redisAddresses(url).length > 1
}

interface NodeAddress {
  host: string
  port: number
}

/**
 * An entry of CLUSTER SLOTS: first and last slot, then the nodes that serve them, the primary
 * first.
 */
type SlotRange = [first: number, last: number, primary: [host: string | null, port: number]]

/**
 * Makes an ioredis connection connect to the cluster node that serves a key. The node is looked up
 * at each attempt to connect, so a connection follows its shard to another node.
 * @param addresses of nodes to ask, as URLs; unreachable nodes are skipped
 * @param patienceMs max time of asking one
 */
export function clusterConnector(key: string, addresses: readonly string[], patienceMs: number) {
  return class ClusterConnector extends AbstractConnector {
    private readonly options: RedisOptions
    private nodes: NodeAddress[] = addresses.map(parseAddress)

    constructor(options: unknown) {
      super((options as { disconnectTimeout: number }).disconnectTimeout)
      this.options = options as RedisOptions
    }

    override async connect(): Promise<net.Socket | tls.TLSSocket> {
      this.connecting = true
      const found: NodeAddress | Error = await this.locate().catch(
        (error: unknown) => error as Error,
      )
      if (!this.connecting) throw new Error('Connection is closed.')
      this.stream = found instanceof Error ? this.failed(found) : this.open(found)
      this.stream.once('error', (error: Error) => (this.firstError = error))
      return this.stream
    }

    private async locate(): Promise<NodeAddress> {
      let reason: unknown
      for (const node of this.nodes) {
        try {
          const { primary, others } = await ask(node, key, { ...this.options, patienceMs })
          // The node that answered is asked first the next time.
          this.nodes = unique([node, ...addresses.map(parseAddress), ...others])
          return primary
        } catch (error) {
          reason = error
        }
      }
      throw reason
    }

    private open({ host, port }: NodeAddress): net.Socket | tls.TLSSocket {
      const { tls: secure } = this.options
      return secure ? tls.connect({ ...secure, host, port }) : net.connect({ host, port })
    }

    /**
     * A destroyed stream for a failed attempt, which makes ioredis retry. After a rejection it
     * would not.
     */
    private failed(reason: Error): net.Socket {
      this.firstError = reason
      return new net.Socket().destroy()
    }
  }
}

/** Asks a node which node serves a key, over a temporary connection. */
async function ask(
  node: NodeAddress,
  key: string,
  options: PatientRedisOptions,
): Promise<{ primary: NodeAddress; others: NodeAddress[] }> {
  const { username, password, tls: secure, patienceMs } = options
  const redis = new PatientRedis({
    ...node,
    patienceMs,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(secure === undefined ? {} : { tls: secure }),
    connectionName: 'parley-cluster',
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    disconnectTimeout: 0,
  })
  let failure: Error | undefined
  redis.on('error', (error: Error) => (failure = error))
  try {
    await redis.connect()
    const [slot, ranges] = await Promise.all([
      redis.cluster('KEYSLOT', key),
      redis.cluster('SLOTS') as Promise<unknown> as Promise<SlotRange[]>,
    ])
    const range = ranges.find(([first, last]) => first <= slot && slot <= last)
    if (!range) throw new Error(`No node of the cluster serves slot ${slot}.`)
    // A node that does not know its own name leaves it out.
    const addressOf = ([, , [host, port]]: SlotRange): NodeAddress => ({
      host: host || node.host,
      port,
    })
    return { primary: addressOf(range), others: ranges.map(addressOf) }
  } catch (error) {
    throw failure ?? error
  } finally {
    redis.disconnect()
  }
}

function parseAddress(url: string): NodeAddress {
  const { hostname, port } = new URL(url)
  // `URL` puts IPv6 addresses in brackets.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) }
}

function unique(nodes: readonly NodeAddress[]): NodeAddress[] {
  return [...new Map(nodes.map((node) => [`${node.host}:${node.port}`, node])).values()]
}
