import { startChild, stopChild } from '../child'
import { readCpuSeconds, readResidentBytes } from './process-figures'
import { countParkedPolls } from './subject'
import type { Subject } from './subject'

const stopPatienceMs = 5_000

/**
 *
 * @param program the yardstick server, as JavaScript
 * @param nodeArguments options of node itself
 */
export async function startYardstick(
  program: string,
  nodeArguments: readonly string[],
): Promise<Subject> {
  const lines: string[] = []
  let sayPort: (port: number) => void = () => undefined
  const listening = new Promise<number>((resolve) => (sayPort = resolve))
  const onOutput = (line: string): void => {
    lines.push(line)
    const port = /^listening at (\d+)$/.exec(line)?.[1]
    if (port !== undefined) sayPort(Number(port))
  }
  const child = await startChild({
    command: process.execPath,
    args: [...nodeArguments, program],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    onOutput,
    onError: onOutput,
  })
  const died = child.exited.then((how) => {
    throw new Error(`The yardstick ended (${how}):\n${lines.join('\n')}`)
  })
  const port = await Promise.race([listening, died])
  died.catch(() => undefined)
  const addresses = [{ host: '127.0.0.1', port }]
  return {
    name: 'yardstick',
    addresses,
    cpu: async () => ({
      workers: (await readCpuSeconds(child.pid)) ?? NaN,
      redis: 0,
      postgres: 0,
    }),
    collectGarbage: () => child.signal('SIGUSR2'),
    residentBytes: async () => (await readResidentBytes(child.pid)) ?? NaN,
    parkedPolls: () => countParkedPolls(addresses),
    stop: () => stopChild(child, 'SIGTERM', stopPatienceMs),
  }
}
