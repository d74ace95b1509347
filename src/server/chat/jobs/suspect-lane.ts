/** A taken job or batch. */
export interface Taken<Jobs> {
  taken: Jobs
  /** Called at the end of the attempt. */
  leave: () => void
}

/**
 * The lane of suspects: jobs with which a worker was lost before. A worker that dies counts a loss for each of its jobs, so it
 * has one suspect at a time, of all kinds: a death sets at most one job aside for it, and the others are tried again.
 * Source: docs/operating.md#jobs.
 */
export class SuspectLane {
  private isTaken = false

  /**
   * Takes jobs, and keeps the lane until `leave` if one of them is a suspect.
   * @param take told whether it may take a suspect
   */
  async take<Jobs>(
    take: (suspects: boolean) => Promise<Jobs>,
    hasSuspect: (jobs: Jobs) => boolean,
  ): Promise<Taken<Jobs>> {
    const isFree = !this.isTaken
    // Other kinds of jobs wait in front of the lane until it is known what was taken.
    this.isTaken = true
    const leave = (): void => {
      if (isFree) this.isTaken = false
    }
    try {
      const taken = await take(isFree)
      if (hasSuspect(taken)) return { taken, leave }
      leave()
      return { taken, leave: () => undefined }
    } catch (error) {
      leave()
      throw error
    }
  }
}
