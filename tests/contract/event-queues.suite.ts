import type { QueueOptions, EventQueues } from '../../src/events/queues'
import { describeEnding } from './event-queues.ending'
import { describePublishing } from './event-queues.publishing'
import { describeReading } from './event-queues.reading'
import { describeReceiving } from './event-queues.receiving'
import { describeWaiting } from './event-queues.waiting'

/** Settings that these stories vary. */
export type StageOptions = Partial<
  Pick<QueueOptions, 'heartbeatMs' | 'maxEventsPerQueue' | 'maxBytesPerQueue' | 'onQueueDropped'>
>

/** Where each story plays: event queues of its own. */
export interface Stage {
  readonly queues: EventQueues
  /** Others, with other settings; closed after the story. */
  open: (options: StageOptions) => Promise<EventQueues>
}

/**
 * What every implementation of {@link EventQueues} promises.
 *
 * @param create makes queues that are connected to all that they need
 */
export function describeEventQueues(
  implementation: string,
  create: (options?: StageOptions) => Promise<EventQueues>,
): void {
  describe(`event queues ${implementation}`, () => {
    const opened: EventQueues[] = []
    let queues: EventQueues

    async function open(options?: StageOptions): Promise<EventQueues> {
      const made = await create(options)
      opened.push(made)
      return made
    }

    beforeEach(async () => {
      queues = await open()
    })
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((each) => each.close()))
    })

    const stage: Stage = {
      get queues() {
        return queues
      },
      open,
    }
    describeReading(stage)
    describeReceiving(stage)
    describeWaiting(stage)
    describePublishing(stage)
    describeEnding(stage)
  })
}
