import type { Redis } from 'ioredis'
import type { OwnRedis } from './own-redis'
import { untilHolds } from './until'

/** Commands that set the roles of a pair: a node of a cluster needs other ones. */
export interface RedisRoles {
  /** The replica takes over gracefully, with all the data. */
  handOver(primary: OwnRedis, replica: OwnRedis): Promise<void>
  /** The replica takes over at once, with its current data. */
  promote(replica: OwnRedis): Promise<void>
  /** A former primary becomes a replica of its successor. */
  follow(former: OwnRedis, primary: OwnRedis): Promise<void>
}

export const rolesOfSingle: RedisRoles = {
  async handOver(primary, replica) {
    await primary.with((redis) =>
      redis.call('FAILOVER', 'TO', '127.0.0.1', String(replica.port), 'TIMEOUT', '10000'),
    )
  },
  async promote(replica) {
    await replica.with((redis) => redis.call('REPLICAOF', 'NO', 'ONE'))
  },
  async follow(former, primary) {
    await former.with((redis) => redis.call('REPLICAOF', '127.0.0.1', String(primary.port)))
  },
}

export const rolesInCluster: RedisRoles = {
  handOver: (_primary, replica) =>
    replica.with((redis) =>
      untilHolds('the replica took over', async () => {
        if (await isPrimary(redis)) return true
        // The failover is refused while a primary that was just restarted counts as down.
        await redis.call('CLUSTER', 'FAILOVER')
        // The attempt expires after five seconds, for example when the others do not answer in time.
        await untilHolds('it is the primary', () => isPrimary(redis), 6_000)
        return true
      }),
    ),
  async promote(replica) {
    await replica.with((redis) => redis.call('CLUSTER', 'FAILOVER', 'TAKEOVER'))
  },
  // It learns from the other nodes that its slots are served elsewhere.
  follow: () => Promise.resolve(),
}

/** A primary and its replica, which exchange roles on command. */
export class OwnRedisPair {
  constructor(
    private current: OwnRedis,
    private other: OwnRedis,
    private readonly roles: RedisRoles,
  ) {}

  get primary(): OwnRedis {
    return this.current
  }

  get replica(): OwnRedis {
    return this.other
  }

  /** The replica takes over gracefully, and nothing is lost. */
  async handOver(): Promise<void> {
    await this.untilInSync()
    await this.roles.handOver(this.current, this.other)
    this.swap()
    await this.untilInSync()
  }

  /** Stops replication, until the replica is {@link promote}d. */
  async holdReplicaBack(): Promise<void> {
    await this.untilInSync()
    await this.current.with(async (redis) => {
      await redis.call('ACL', 'SETUSER', 'default', '-psync', '-sync')
      await redis.call('CLIENT', 'KILL', 'TYPE', 'replica')
    })
  }

  /**
   * The replica takes over with its current data. The primary is killed before, as in a machine failure, or
   * stays up until it learns of its successor, as in a network partition; then it follows the successor.
   */
  async promote(isPrimaryKilled: boolean): Promise<void> {
    if (isPrimaryKilled) await this.current.kill()
    await this.roles.promote(this.other)
    this.swap()
    if (isPrimaryKilled) await this.other.start()
    else
      await this.other.with((redis) => redis.call('ACL', 'SETUSER', 'default', '+psync', '+sync'))
    await this.roles.follow(this.other, this.current)
  }

  /** Waits until the replica has all the data that the primary had at the time of the call. */
  async untilInSync(): Promise<void> {
    let due: number | undefined
    await untilHolds(`the replica of Redis at port ${this.current.port} is in step`, async () => {
      const info = await this.current.with((redis) => redis.info('replication'))
      if (!info.includes('role:master')) return false
      due ??= Number(/^master_repl_offset:(\d+)/m.exec(info)?.[1])
      const offset = new RegExp(`port=${this.other.port},state=online,offset=(\\d+)`).exec(info)
      return offset !== null && Number(offset[1]) >= due && (await keepsWhatItHas(this.other))
    })
  }

  async remove(): Promise<void> {
    await Promise.all([this.current.remove(), this.other.remove()])
  }

  private swap(): void {
    ;[this.current, this.other] = [this.other, this.current]
  }
}

async function isPrimary(redis: Redis): Promise<boolean> {
  return (await redis.info('replication')).includes('role:master')
}

/** Data of a first synchronization survive a crash only after the append-only file is rewritten. */
async function keepsWhatItHas(redis: OwnRedis): Promise<boolean> {
  const info = await redis.with((client) => client.info('persistence'))
  return [
    'aof_rewrite_in_progress:0',
    'aof_rewrite_scheduled:0',
    'aof_last_bgrewrite_status:ok',
  ].every((line) => info.includes(line))
}
