import pino from 'pino'
import type { DestinationStream, Logger } from 'pino'

/** What the line of a request says, in this order. */
export type RequestFacts = Readonly<Record<string, unknown>>

/**
 * The lines of requests in the log. There is one for each, so they are composed by hand rather than
 * by the logger, and those of one turn of the event loop are written at once.
 */
export class RequestLog {
  /** Whether anybody reads them. */
  readonly isOn: boolean
  private readonly destination: DestinationStream
  private readonly start: string
  private lines = ''

  /** @param log of whose level, destination and bindings the lines are */
  constructor(log: Logger) {
    this.isOn = log.isLevelEnabled('info')
    this.destination = (log as unknown as Record<symbol, DestinationStream>)[
      pino.symbols.streamSym
    ] as DestinationStream
    const bindings = JSON.stringify(log.bindings()).slice(1, -1)
    this.start = `${bindings === '' ? '' : `,${bindings}`}`
  }

  /** @param facts none of which is a secret; those that are undefined are left out */
  write(facts: RequestFacts): void {
    if (!this.isOn) return
    if (this.lines === '') setImmediate(this.flush)
    const members = JSON.stringify(facts).slice(1, -1)
    this.lines += `{"level":30${pino.stdTimeFunctions.isoTime()}${this.start},${members},"msg":"request"}\n`
  }

  private readonly flush = (): void => {
    const { lines } = this
    this.lines = ''
    this.destination.write(lines)
  }
}
