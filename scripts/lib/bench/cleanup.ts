/** Undoes what was done so far, the last thing first, whatever fails on the way. */
export class Cleanup {
  private readonly steps: (() => unknown)[] = []
  private isDone = false

  /** Of something made after the end: it is undone at once. */
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
