import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { firstOf, parsed, shapedLike } from '../support/checked'

const run = promisify(execFile)

/** An Ethernet address that no interface has: the kernel of the receiver discards its packets. */
const addressOfNobody = '02:00:00:00:00:99'

/** One end of a link. */
interface End {
  /** Namespace of the interface; absent: that of the tests. */
  namespace?: string
  device: string
  /** IPv4 address. */
  address: string
}

const made = new Set<string>()
process.once('exit', () => {
  for (const namespace of made) execFileSync('ip', ['netns', 'delete', namespace])
})

/** Whether this machine lets the tests make network namespaces: Linux with iproute2, as root. */
export function hasNetworkNamespaces(): boolean {
  const namespace = `parley-${process.pid}-try`
  try {
    execFileSync('ip', ['netns', 'add', namespace], { stdio: 'ignore' })
    execFileSync('ip', ['netns', 'exec', namespace, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    try {
      execFileSync('ip', ['netns', 'delete', namespace], { stdio: 'ignore' })
    } catch {
      // It was not made.
    }
  }
}

/**
 * The network of one worker: a link to its clients and one to its stores. Packets on the second can be lost in
 * one direction, as behind a broken switch: no connection ends, the kernels repeat what they sent, and requests
 * arrive late.
 */
export class WorkerNetwork {
  private constructor(
    private readonly namespace: string,
    private readonly clients: Link,
    private readonly stores: Link,
  ) {}

  static async make(index: number): Promise<WorkerNetwork> {
    const namespace = `parley-${process.pid}-${index}`
    await run('ip', ['netns', 'add', namespace])
    made.add(namespace)
    await run('ip', ['-n', namespace, 'link', 'set', 'lo', 'up'])
    const clients = await Link.make(namespace, 2 * index)
    return new WorkerNetwork(namespace, clients, await Link.make(namespace, 2 * index + 1))
  }

  /** Address of the worker for its clients. */
  get workerAddress(): string {
    return this.clients.inside.address
  }

  /** Address of the stores for the worker. */
  get storesAddress(): string {
    return this.stores.outside.address
  }

  /** Command and arguments that run a command in this network. */
  wrap(command: string, args: readonly string[]): { command: string; args: readonly string[] } {
    return { command: 'ip', args: ['netns', 'exec', this.namespace, command, ...args] }
  }

  /** Nothing that the worker sends reaches its stores. */
  loseRequests(): Promise<void> {
    return this.stores.lose('outward')
  }

  /** Nothing that the stores send reaches the worker. */
  loseAnswers(): Promise<void> {
    return this.stores.lose('inward')
  }

  restore(): Promise<void> {
    return this.stores.restore()
  }

  async remove(): Promise<void> {
    made.delete(this.namespace)
    await run('ip', ['netns', 'delete', this.namespace])
  }
}

/** A pair of virtual Ethernet interfaces, one of them inside a namespace. */
class Link {
  private constructor(
    readonly inside: End,
    readonly outside: End,
  ) {}

  /** @param number differs for all links of this process; below 32 */
  static async make(namespace: string, number: number): Promise<Link> {
    const net = process.pid % 16_384
    const addressOf = (host: number) => `10.${192 + (net >> 8)}.${net & 255}.${4 * number + host}`
    const name = `p${process.pid}-${number}`
    const outside = { device: `${name}o`, address: addressOf(1) }
    const inside = { namespace, device: `${name}i`, address: addressOf(2) }
    await run('ip', [
      ...['link', 'add', outside.device, 'type', 'veth', 'peer', 'name', inside.device],
      ...['netns', namespace],
    ])
    for (const end of [outside, inside]) {
      await run('ip', [...into(end), 'addr', 'add', `${end.address}/30`, 'dev', end.device])
      await run('ip', [...into(end), 'link', 'set', end.device, 'up'])
    }
    return new Link(inside, outside)
  }

  /** Loses all packets in a direction: the sender addresses them to an interface that does not exist. */
  async lose(direction: 'outward' | 'inward'): Promise<void> {
    const [from, to] =
      direction === 'outward' ? [this.inside, this.outside] : [this.outside, this.inside]
    await setNeighbor(from, to, addressOfNobody)
  }

  async restore(): Promise<void> {
    await setNeighbor(this.inside, this.outside, await hardwareAddress(this.outside))
    await setNeighbor(this.outside, this.inside, await hardwareAddress(this.inside))
  }
}

async function setNeighbor(from: End, to: End, address: string): Promise<void> {
  await run('ip', [
    ...into(from),
    ...['neighbor', 'replace', to.address, 'lladdr', address],
    ...['dev', from.device, 'nud', 'permanent'],
  ])
}

async function hardwareAddress(end: End): Promise<string> {
  const { stdout } = await run('ip', [...into(end), '-json', 'link', 'show', end.device])
  return firstOf(shapedLike(parsed(stdout), [{ address: '' }])).address
}

function into({ namespace }: End): readonly string[] {
  return namespace === undefined ? [] : ['-n', namespace]
}
