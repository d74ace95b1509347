/** Runs the undo steps in reverse order, even if some of them fail. */
export class Cleanup {
  private readonly steps: (() => unknown)[] = []
  private isDone = false

  /** A step added after the end runs at once. */
  async add(step: () => unknown): Promise<void> {
    if (this.isDone) await step()
    else this.steps.push(step)
  }

  async perform(): Promise<void> {
    this.isDone = true
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step()
      } catch (error) {
        console.error('Something may be left behind:', error)
      }
    }
  }
}
