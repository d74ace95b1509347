import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { addTo, noSchedules } from './schedules'
import type { Outcome, Share, ShareOutcome, Stores } from './schedules'

export interface SimulationRun {
  /** Number of schedules on each kind of stores. */
  schedules: Record<Stores, number>
  firstSeed: number
  processes: number
  /** Called after each share of the schedules, with its outcome and all outcomes so far. */
  onShare?: (share: ShareOutcome, outcomes: Record<Stores, Outcome>) => void
}

const schedulesPerShare = 50
/** Young objects die before this is full, and a second thread that looks for them takes longer than it saves. */
const nodeOptions = ['--single-threaded-gc', '--max-semi-space-size=32']

/** Runs schedules in several processes. @throws if a process ends */
export async function runSimulation(run: SimulationRun): Promise<Record<Stores, Outcome>> {
  const outcomes = { memory: noSchedules(), redis: noSchedules() }
  // The schedules on Redis take longest and come first, so that all processes end at the same time.
  const shares = [...sharesOf('redis', run), ...sharesOf('memory', run)].reverse()
  const work = async (): Promise<void> => {
    const child = fork(join(__dirname, 'process.js'), { execArgv: nodeOptions })
    try {
      for (let share = shares.pop(); share; share = shares.pop()) {
        const outcome = await outcomeOf(share, child)
        addTo(outcomes[outcome.stores], outcome)
        run.onShare?.(outcome, outcomes)
      }
    } catch (error) {
      shares.length = 0
      throw error
    } finally {
      if (child.connected) child.disconnect()
    }
  }
  await Promise.all(Array.from({ length: run.processes }, work))
  return outcomes
}

function sharesOf(stores: Stores, { schedules, firstSeed }: SimulationRun): Share[] {
  const shares: Share[] = []
  for (let done = 0; done < schedules[stores]; done += schedulesPerShare) {
    const count = Math.min(schedulesPerShare, schedules[stores] - done)
    shares.push({ stores, first: firstSeed + done, count })
  }
  return shares
}

function outcomeOf(share: Share, child: ChildProcess): Promise<ShareOutcome> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => {
      const seeds = `${share.count} schedules from ${share.first} (${share.stores})`
      reject(new Error(`A process has ended in the ${seeds}.`))
    }
    child.once('exit', onExit)
    child.once('message', (outcome: ShareOutcome) => {
      child.off('exit', onExit)
      resolve(outcome)
    })
    child.send(share)
  })
}
