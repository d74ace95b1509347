import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../runtime/room'
import type { findSendTarget, SendTarget } from '../db/streams/send-targets'
import type { Counting, Tally } from './tally'

/** Pairs of a sender and a stream; a few hundred bytes each. */
const maxTargets = 10_000

type Sender = Parameters<typeof findSendTarget>[1]

/** Reads a live stream as a sender finds it; undefined when there is none. */
export type LoadSendTarget = (
  sender: Sender,
  stream: string | number,
) => Promise<SendTarget | undefined>

/**
 * Streams as senders last found them. They may be out of date: whoever stores a message has its
 * statement compare the {@link SendTarget.revision}, and reads again what does not agree.
 */
export class SendTargets implements Counting {
  private readonly targets = new LRUCache<string, SendTarget>(atMostEntries(maxTargets))
  private hits = 0
  private misses = 0

  constructor(private readonly load: LoadSendTarget) {}

  /** The stream as the sender found it before, if they did. */
  find(sender: Sender, stream: string | number): SendTarget | undefined {
    const target = this.targets.get(keyOf(sender, stream))
    if (target) this.hits += 1
    else this.misses += 1
    return target
  }

  /** The stream as it is in the database; remembered from then on. */
  async read(sender: Sender, stream: string | number): Promise<SendTarget | undefined> {
    const target = await this.load(sender, stream)
    if (target) this.targets.set(keyOf(sender, stream), target)
    return target
  }

  forget(sender: Sender, stream: string | number): void {
    this.targets.delete(keyOf(sender, stream))
  }

  tally(): Tally {
    return { hits: this.hits, misses: this.misses, entries: this.targets.size }
  }
}

function keyOf(sender: Sender, stream: string | number): string {
  return `${sender.realm_id} ${sender.id} ${sender.bot_owner_id} ${typeof stream} ${stream}`
}
