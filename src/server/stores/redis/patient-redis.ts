import type { Socket } from 'node:net'
import { Redis } from 'ioredis'
import type { Command, RedisOptions } from 'ioredis'
import { afterPatience } from '../../lib/patience'

type Options = RedisOptions & { replyMapping?: 'legacy' }

/** Settings of a client with patience. */
export interface PatientRedisOptions extends Omit<
  RedisOptions,
  'commandTimeout' | 'connectTimeout' | 'socketTimeout'
> {
  /** Max time of a command, and of an attempt to connect. */
  patienceMs: number
  /** Whether callers have their own timeout, so that late commands do not fail. */
  isTimedByCaller?: boolean
}

/**
 * A client of Redis whose timeouts count only time in which this process ran: a worker without a processor
 * reads the replies that have arrived, instead of failing the commands of all its users. A connection that
 * stays silent for as long again after a late command is dead, even if TCP keeps it open.
 */
export class PatientRedis extends Redis {
  private readonly patienceMs: number
  private readonly failsLate: boolean
  private isWatchingSilence = false
  private stopWatchingAttempt = (): void => undefined

  /** @param url absent: the host and port of the options */
  constructor({ patienceMs, isTimedByCaller, ...options }: PatientRedisOptions, url?: string) {
    // The timers of ioredis follow the wall clock.
    super(url as string, { ...options, connectTimeout: 0 } as Options)
    this.patienceMs = patienceMs
    this.failsLate = !isTimedByCaller
    this.on('connecting', () => this.watchAttempt())
    for (const event of ['connect', 'close', 'end'] as const) {
      this.on(event, () => this.stopWatchingAttempt())
    }
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    const result = super.sendCommand(command, stream)
    this.watchCommand(command)
    return result
  }

  private watchAttempt(): void {
    const stop = afterPatience(this.patienceMs, () => {
      const error = Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' })
      if (this.status === 'connecting') this.currentStream?.destroy(error)
    })
    this.stopWatchingAttempt()
    this.stopWatchingAttempt = stop
  }

  private watchCommand(command: Command): void {
    const stop = afterPatience(this.patienceMs, () => {
      this.watchSilence()
      if (this.failsLate) command.reject(new Error('Command timed out'))
    })
    command.promise.then(stop, stop)
  }

  private watchSilence(): void {
    const stream = this.currentStream
    if (this.isWatchingSilence || !stream) return
    this.isWatchingSilence = true
    const heard = stream.bytesRead
    afterPatience(
      this.patienceMs,
      () => {
        this.isWatchingSilence = false
        if (stream.bytesRead === heard) stream.destroy(new Error('Redis stays silent.'))
      },
      { keepsProcess: false },
    )
  }

  /** The stream of the latest attempt to connect. */
  private get currentStream(): Socket | undefined {
    return (this as unknown as { stream?: Socket }).stream
  }
}
