import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { nodeFlags } from '../../src/server/start/node-flags'
import { startChild, stopChild } from './child'
import { findFreePorts } from './free-port'

const main = path.resolve(__dirname, '../../dist/main.js')
const localHost = '127.0.0.1'
const firstPort = 19_400
const stopPatienceMs = 15_000

export const owner = {
  email: 'owner@measure.test',
  password: 'measured twice and cut once',
  apiKey: 'measuremeasuremeasuremeasure0000',
}

export interface MeasuredServer {
  host: string
  port: number
  pid: number
  /** From the start of the process until its ready message. */
  startMs: number
  residentMiB(): Promise<number>
  /** Peak resident memory (VmHWM), including the start. */
  peakMiB(): Promise<number>
  stop(): Promise<void>
}

/**
 * Starts the built server with these settings only, without those of this shell.
 *
 * @param nodeArguments options of node itself, such as `--cpu-prof`
 * @throws with its output when it ends before it is ready
 */
export async function startMeasuredServer(
  settings: Record<string, string>,
  nodeArguments: readonly string[] = [],
): Promise<MeasuredServer> {
  const [port] = (await findFreePorts(localHost, firstPort, 1)) as [number]
  const lines: string[] = []
  let sayReady: () => void = () => undefined
  const ready = new Promise<void>((resolve) => (sayReady = resolve))
  const startedAt = performance.now()
  const child = await startChild({
    command: process.execPath,
    args: [...nodeFlags(settings), ...nodeArguments, main],
    env: {
      PATH: process.env['PATH'],
      localHost,
      PORT: String(port),
      RATE_LIMIT: 'off',
      POLL_RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      PARLEY_OWNER_EMAIL: owner.email,
      PARLEY_OWNER_PASSWORD: owner.password,
      PARLEY_OWNER_API_KEY: owner.apiKey,
      ...settings,
    },
    onOutput: (line) => {
      lines.push(line)
      if (line.startsWith('Parley is ready')) sayReady()
    },
    onError: (line) => lines.push(line),
  })
  const died = child.exited.then((how) => {
    throw new Error(`The server ended (${how}):\n${lines.join('\n')}`)
  })
  await Promise.race([ready, died])
  died.catch(() => undefined)
  return {
    host: localHost,
    port,
    pid: child.pid,
    startMs: Math.round(performance.now() - startedAt),
    residentMiB: () => readResidentMiB(`http://${localHost}:${port}`),
    peakMiB: () => readPeakMiB(child.pid),
    stop: () => stopChild(child, 'SIGTERM', stopPatienceMs),
  }
}

async function readResidentMiB(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]
  return Math.round(Number(bytes) / 2 ** 20)
}

async function readPeakMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024)
}
