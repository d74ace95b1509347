import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startChild, stopChild } from '../child'
import type { Child } from '../child'
import { findFreePorts } from '../free-port'

const HOST = '127.0.0.1'
const FIRST_PORT = 19_300
const STOP_PATIENCE_MS = 5_000
const BINARIES = ['redis-server', 'valkey-server']

export interface RedisServer {
  url: string
  stop(): Promise<void>
}

/** Starts a Redis that keeps nothing on disk; undefined where neither it nor Valkey is installed. */
export async function startRedisServer(): Promise<RedisServer | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-redis-'))
  const [port] = await findFreePorts(HOST, FIRST_PORT, 1)
  const settings = { port: String(port), bind: HOST, save: '', appendonly: 'no', dir: folder }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  for (const command of BINARIES) {
    const child = await startWhenInstalled(command, args)
    if (!child) continue
    return {
      url: `redis://${HOST}:${port}`,
      async stop() {
        await stopChild(child, 'SIGTERM', STOP_PATIENCE_MS)
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
