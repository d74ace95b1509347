import { judgeCounts } from './invariants/counts'
import { judgeFocus } from './invariants/focus'
import { History } from './invariants/history'
import type { Judge, Played } from './invariants/judge'
import { judgeLayout, judgeSidebar } from './invariants/layout'
import { judgeReading } from './invariants/reading'
import { judgeTexts } from './invariants/texts'
import type { Step } from './step-kinds'
import type { BegunWalk, Scene } from './scene'
import { steps, wayTo } from './steps/index'
import type { Window } from './walk'

/** A step after which something did not hold. */
export interface Failure {
  /** The fault without the words and numbers of one run. */
  kind: string
  fault: string
  /** Index of the step in the plan. */
  at: number
  /** The steps up to it in words, without those that found nothing to act on. */
  story: readonly string[]
  screenshot?: string | undefined
}

export interface Outcome {
  /** The first failure of each kind. */
  failures: readonly Failure[]
  /** Steps that acted, and those that found nothing to act on. */
  played: number
  refused: number
}

export interface RunOptions {
  window: Window
  /** Every so many steps, the slow invariants are checked as well; also after the last one. */
  thoroughEvery: number
  /** Names of invariants that are passed over, while a fault that they find is being mended. */
  without?: readonly string[]
  /** Ends the walk at the first failure of this kind. */
  until?: string
  /** Where the picture of a failure is stored. */
  pictureOf?: (failure: Failure) => string
  say?: (line: string) => void
  signal?: AbortSignal
}

const judges: Readonly<Record<string, Judge>> = {
  focus: judgeFocus,
  reading: judgeReading,
  sidebar: judgeSidebar,
  texts: judgeTexts,
  layout: judgeLayout,
  counts: judgeCounts,
}

/** Those that wait by themselves. */
const patient = new Set([judgeTexts, judgeCounts])

/** Names of the invariants. */
export const invariantNames = [...Object.keys(judges), 'history']

/** A fault that is there for a moment, such as one between an answer and its drawing, is looked at once more. */
const looksAgain = [50, 150, 400, 1_000]

/** Plays steps in a new organization. */
export async function runWalk(
  scene: Scene,
  plan: readonly Step[],
  options: RunOptions,
): Promise<Outcome> {
  const begun = await scene.begin(options.window)
  try {
    return await play(begun, plan, options)
  } finally {
    await begun.end()
  }
}

async function play(
  begun: BegunWalk,
  plan: readonly Step[],
  options: RunOptions,
): Promise<Outcome> {
  const judged = new JudgedWalk(begun, options)
  for (const [at, step] of plan.entries()) {
    if (options.signal?.aborted === true || judged.isOver) break
    judged.at = at
    const isThorough = at % options.thoroughEvery === options.thoroughEvery - 1
    await judged.playWithWay(step, isThorough || at === plan.length - 1)
  }
  const { failures, played, refused } = judged
  return { failures: [...failures.values()], played, refused }
}

/** Longest way to where a step begins: out of a field, to a conversation, into its compose box. */
const longestWay = 3

/** A walk whose steps are judged one by one. */
class JudgedWalk {
  readonly failures = new Map<string, Failure>()
  played = 0
  refused = 0
  /** Index of the step in the plan. */
  at = 0
  /** Whether the page cannot be walked on, or the failure that is looked for was found. */
  isOver = false
  private readonly story: string[] = []
  private readonly judges: readonly Judge[]

  constructor(
    private readonly begun: BegunWalk,
    private readonly options: RunOptions,
  ) {
    this.judges = Object.entries({ ...judges, history: new History().judge })
      .filter(([name]) => options.without?.includes(name) !== true)
      .map(([, judge]) => judge)
    begun.complaints()
  }

  /** Plays a step, after those that lead to where it begins. */
  async playWithWay(step: Step, isThorough: boolean): Promise<void> {
    for (let length = 0; length < longestWay && !this.isOver; length += 1) {
      const kind = wayTo(step.kind, this.begun.walk.look)
      if (kind === undefined || !(await this.play({ ...step, kind }, false))) break
    }
    if (!this.isOver && !(await this.play(step, isThorough))) this.refused += 1
  }

  /** @returns whether the step found something to act on */
  private async play(step: Step, isThorough: boolean): Promise<boolean> {
    const { walk, complaints } = this.begun
    const before = walk.look
    let faults: string[]
    let words: string = step.kind
    try {
      const done = await steps[step.kind](walk, step)
      if (!done) return false
      words = done.words
      const after = await walk.lookAgain()
      faults = await judgeStep(this.judges, { walk, step, done, before, after, isThorough })
    } catch (error) {
      const [first] = String(error).split('\n')
      faults = [`the step "${step.kind}" could not be played: ${first}`]
      this.isOver = true
    }
    this.played += 1
    this.story.push(words)
    this.options.say?.(`${this.played}: ${words}`)
    for (const fault of [...faults, ...complaints()]) await this.note(fault)
    return true
  }

  private async note(fault: string): Promise<void> {
    const kind = kindOf(fault)
    if (this.options.until === kind) this.isOver = true
    if (this.failures.has(kind)) return
    const failure: Failure = { kind, fault, at: this.at, story: [...this.story] }
    this.failures.set(kind, failure)
    this.options.say?.(`   ! ${fault}`)
    failure.screenshot = this.options.pictureOf?.(failure)
    const { screenshot: path } = failure
    if (path !== undefined) await this.begun.walk.page.screenshot({ path }).catch(() => undefined)
  }
}

/** The fault without names and numbers, which differ from run to run. */
function kindOf(fault: string): string {
  return fault.replaceAll(/"[^"]*"|#\S+|[\d.]+/g, '…')
}

async function judgeStep(judges: readonly Judge[], played: Played): Promise<string[]> {
  const faults: string[] = []
  for (const judge of judges) faults.push(...(await judgeAgain(judge, played)))
  return faults
}

/** Judges a page that is still being drawn once more, so that only what stays is a fault. */
async function judgeAgain(judge: Judge, played: Played): Promise<string[]> {
  let faults = await judge(played)
  if (patient.has(judge)) return faults
  for (const pause of looksAgain) {
    if (faults.length === 0) return faults
    await played.walk.page.waitForTimeout(pause)
    played.after = await played.walk.lookAgain()
    faults = await judge(played)
  }
  return faults
}
