import type { Cast } from '../cast'
import type { Random } from '../../support/random'
import type { Scene } from '../scene'
import { keepChanging } from './changer'
import { Reader } from './reader'
import type { ReaderOptions } from './reader'
import { keepSending } from './sender'
import { StreamReader } from './stream-reader'

/** Clients that use the workers during the faults. */
export interface Load {
  /** Stops sending; resolves when every request was answered or timed out. */
  stopSending(): Promise<void>
  stopReading(): Promise<void>
}

/** Clients of the readers: each reader has two that poll and one that reads an event stream. */
export function readersOf({ readers }: Cast): (ReaderOptions & { follows: boolean })[] {
  return readers.flatMap((account, index) => {
    const clients = [
      { readsAll: false, follows: false },
      { readsAll: true, follows: false },
      { readsAll: index % 2 === 0, follows: true },
    ]
    return clients.map(({ readsAll, follows }) => {
      const name = `reader ${index} (${readsAll ? 'all events' : 'messages'}${follows ? ', streamed' : ''})`
      return { name, account, readsAll, follows }
    })
  })
}

export function startLoad(scene: Scene, random: Random): Load {
  const [sending, reading] = [new AbortController(), new AbortController()]
  const { cast } = scene
  const senders = [
    ...cast.senders.map((sender) => keepSending(scene, sender, random.fork(), sending.signal)),
    keepChanging(scene, random.fork(), sending.signal),
  ]
  const readers = readersOf(cast).map((options) => {
    const Kind = options.follows ? StreamReader : Reader
    return new Kind(scene, options, random.fork(), reading.signal).run()
  })
  return {
    async stopSending() {
      sending.abort()
      await Promise.all(senders)
    },
    async stopReading() {
      reading.abort()
      await Promise.all(readers)
    },
  }
}
