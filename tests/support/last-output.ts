import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

const keptLines = 30

/** The last lines that a process has written, for the error that tells of its end. */
export class LastOutput {
  private lines: string[] = []

  /** @param onLine gets every line of stdout */
  constructor(child: ChildProcess, onLine: (line: string) => void = () => undefined) {
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.keep(line)
        onLine(line)
      })
    }
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => this.keep(line))
    }
  }

  private keep(line: string): void {
    this.lines = [...this.lines.slice(1 - keptLines), line]
  }

  /** An error that says how a process ended, and what it wrote last. */
  errorOf(name: string, code: number | null, signal: NodeJS.Signals | null): Error {
    const how = signal ? `by ${signal}` : `with exit code ${code}`
    const said = this.lines.length > 0 ? this.lines.join('\n') : '(nothing)'
    return new Error(`${name} ended ${how}. It wrote last:\n${said}`)
  }
}
