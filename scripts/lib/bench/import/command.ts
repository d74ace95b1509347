import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from '../bench'
import { startChild, stopChild } from '../../child'
import type { Child } from '../../child'
import { readCpuSeconds, readPeakBytes } from '../process-figures'

const program = path.resolve(__dirname, '../../../../dist/cli/main.js')
const sampleEveryMs = 100
const stopPatienceMs = 15_000

/** Figures of a command that has ended. */
interface CommandFigures {
  seconds: number
  cpuSeconds: number
  peakBytes: number
}

/** A command of the built program that runs. */
export interface RunningCommand {
  /** @throws with its output if it fails */
  ended: Promise<CommandFigures>
  stop(): Promise<void>
}

/** Starts a command of `parley` with these settings only. */
export async function startCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
): Promise<RunningCommand> {
  const lines: string[] = []
  const note = (line: string): void => void lines.push(line)
  const startedAt = performance.now()
  const child = await startChild({
    command: process.execPath,
    args: [...nodeArguments, program, ...args],
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...settings },
    ...{ onOutput: note, onError: note },
  })
  const ended = watch(child, startedAt).then((figures) => {
    if (figures.outcome === 'exit code 0') return figures
    throw new Error(`parley ${args[0]} ended (${figures.outcome}):\n${lines.slice(-20).join('\n')}`)
  })
  // Awaited by the caller, or stopped.
  ended.catch(() => undefined)
  return { ended, stop: () => stopChild(child, 'SIGTERM', stopPatienceMs) }
}

/** Figures of a command, and what it cost the database. */
export interface MeasuredCommand extends CommandFigures {
  postgresSeconds: number | undefined
}

/** Runs a command on the stores of the benchmark, or with other settings. */
export async function measureCommand(
  { settings: usual, database }: Pick<Bench, 'settings' | 'database'>,
  args: readonly string[],
  {
    settings = usual,
    profile,
  }: { settings?: Bench['settings']; profile?: string | undefined } = {},
): Promise<MeasuredCommand> {
  const before = await database.cpuSeconds()
  const profiling =
    profile === undefined
      ? []
      : [
          '--cpu-prof',
          `--cpu-prof-dir=${path.resolve(profile)}`,
          '--cpu-prof-name=import.cpuprofile',
        ]
  const command = await startCommand(args, settings, profiling)
  const figures = await command.ended
  const after = await database.cpuSeconds()
  const isKnown = before !== undefined && after !== undefined
  return { ...figures, postgresSeconds: isKnown ? after - before : undefined }
}

/** Samples the figures, which are gone with the process. */
async function watch(
  child: Child,
  startedAt: number,
): Promise<CommandFigures & { outcome: string }> {
  let [cpuSeconds, peakBytes] = [NaN, NaN]
  for (;;) {
    cpuSeconds = (await readCpuSeconds(child.pid)) ?? cpuSeconds
    peakBytes = (await readPeakBytes(child.pid)) ?? peakBytes
    const outcome = await Promise.race([child.exited, delay(sampleEveryMs)])
    if (outcome === undefined) continue
    return { outcome, cpuSeconds, peakBytes, seconds: (performance.now() - startedAt) / 1_000 }
  }
}
