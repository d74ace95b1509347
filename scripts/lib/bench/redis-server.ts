import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startChild, stopChild } from '../child'
import type { Child } from '../child'
import { findFreePorts } from '../free-port'

const host = '127.0.0.1'
const firstPort = 19_300
const stopPatienceMs = 5_000
const binaries = ['redis-server', 'valkey-server']

export interface RedisServer {
  url: string
  stop(): Promise<void>
}

/** Starts a Redis without persistence; undefined if neither Redis nor Valkey is installed. */
export async function startRedisServer(): Promise<RedisServer | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-redis-'))
  const [port] = await findFreePorts(host, firstPort, 1)
  const settings = { port: String(port), bind: host, save: '', appendonly: 'no', dir: folder }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  for (const command of binaries) {
    const child = await startWhenInstalled(command, args)
    if (!child) continue
    return {
      url: `redis://${host}:${port}`,
      async stop() {
        await stopChild(child, 'SIGTERM', stopPatienceMs)
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  await rm(folder, { recursive: true, force: true })
  return undefined
}

/** Returns once it accepts connections. */
async function startWhenInstalled(command: string, args: string[]): Promise<Child | undefined> {
  const lines: string[] = []
  let sayReady: () => void = () => undefined
  const ready = new Promise<void>((resolve) => (sayReady = resolve))
  const onOutput = (line: string): void => {
    lines.push(line)
    if (/ready to accept connections/i.test(line)) sayReady()
  }
  let child: Child
  try {
    child = await startChild({ command, args, onOutput, onError: onOutput })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const died = child.exited.then((how) => {
    throw new Error(`${command} ended (${how}):\n${lines.join('\n')}`)
  })
  await Promise.race([ready, died])
  died.catch(() => undefined)
  return child
}
