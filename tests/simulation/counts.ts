/** Numbers of things that happened, to show that a seed is not idle. */
export interface Counts {
  /** Requests and answers that arrived. */
  steps: number
  commits: number
  deliveries: number
  kills: number
  breaks: number
  ended: number
}

export function noCounts(): Counts {
  return { steps: 0, commits: 0, deliveries: 0, kills: 0, breaks: 0, ended: 0 }
}
