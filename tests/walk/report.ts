import type { Failure } from './run'

export interface ReportedFailure {
  seed: number
  steps: number
  width: number
  failure: Failure
  /** The failure at the end of the shortest sequence of steps that was found. */
  shortest?: Failure | undefined
}

/** Steps shown of a failure that could not be made shorter. */
const latestShown = 12

/** A failed walk as a story that a person can repeat by hand, and the command that repeats it. */
export function describeFailure(reported: ReportedFailure): string {
  const { seed, steps, width, failure, shortest } = reported
  const { story, screenshot } = shortest ?? failure
  const shown = shortest ? story : story.slice(-latestShown)
  return [
    `Seed ${seed} at ${width} px, step ${failure.at}: ${failure.fault}`,
    shortest ? `The shortest sequence found, of ${story.length} steps:` : 'The latest steps:',
    ...shown.map((words, at) => `  ${at + 1}. ${words}`),
    ...(screenshot === undefined ? [] : [`Picture: ${screenshot}`]),
    `Again: npm run test:walk -- --seed ${seed} --steps ${steps} --width ${width}`,
  ].join('\n')
}
