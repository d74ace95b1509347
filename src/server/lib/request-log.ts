import pino from 'pino'
import type { DestinationStream, Logger } from 'pino'

/** Members of a request's log line, in this order. */
export type RequestFacts = Readonly<Record<string, unknown>>

/**
 * Writes the request lines of the log. There is one per request, so lines are composed by hand
 * instead of by the logger, and those of one turn of the event loop are written at once.
 */
export class RequestLog {
  /** Whether the log level includes request lines. */
  readonly isOn: boolean
  private readonly destination: DestinationStream
  private readonly start: string
  private lines = ''

  /** @param log provides level, destination and bindings */
  constructor(log: Logger) {
    this.isOn = log.isLevelEnabled('info')
    this.destination = (log as unknown as Record<symbol, DestinationStream>)[
      pino.symbols.streamSym
    ] as DestinationStream
    const bindings = JSON.stringify(log.bindings()).slice(1, -1)
    this.start = `${bindings === '' ? '' : `,${bindings}`}`
  }

  /** @param facts without secrets; undefined ones are left out */
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
