/** The events of a run with their times, for debugging. */
export class Timeline {
  private readonly startedAt = performance.now()
  private readonly lines: string[] = []

  constructor(private readonly say: (line: string) => void = () => {}) {}

  /** Milliseconds since the start. */
  now(): number {
    return Math.round(performance.now() - this.startedAt)
  }

  note(what: string): void {
    const line = `${(this.now() / 1_000).toFixed(3).padStart(9)} s  ${what}`
    this.lines.push(line)
    this.say(line)
  }

  text(): string {
    return this.lines.join('\n')
  }
}
