import type { Clock } from '../../lib/clock'
import { Deadlines } from '../../lib/deadlines'
import type { Due } from '../../lib/deadlines'
import { heartbeatPayload } from '../../wire/renderings'
import type { ParkedPoll, PollCaller, QueueOptions } from '../queues'
import type { MemoryQueue } from './memory-queue'

/** The polls that wait at the queues of this process, each until an event or its heartbeat. */
export class ParkedPolls {
  count = 0
  private readonly heartbeats: Deadlines<Due>

  constructor(private readonly options: Pick<QueueOptions, 'heartbeatMs'> & { clock: Clock }) {
    this.heartbeats = new Deadlines(options.heartbeatMs.max)
  }

  /** Parks a poll at a queue. */
  add(queue: MemoryQueue, afterEventId: number, caller: PollCaller): ParkedPoll {
    const { heartbeats } = this
    const end = (): void => {
      queue.poll = undefined
      queue.seen(this.options.clock.now().getTime())
      this.count -= 1
      heartbeats.remove(poll, place)
    }
    const poll = {
      afterEventId,
      answer(json: string) {
        if (queue.poll !== poll) return
        end()
        caller.onEvents(json)
      },
      fail(error: Error) {
        end()
        caller.onFailure(error)
      },
      onDue() {
        queue.append(heartbeatPayload, '')
        poll.answer(queue.read(afterEventId))
      },
      leave() {
        poll.answer('[]')
      },
    }
    const { min, max } = this.options.heartbeatMs
    const place = heartbeats.add(poll, min + Math.random() * (max - min))
    queue.poll = poll
    this.count += 1
    return poll
  }
}
