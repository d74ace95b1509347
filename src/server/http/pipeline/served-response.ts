import { ServerResponse } from 'node:http'
import type { SlotArray } from '../../lib/slot-array'

/** Called when an answer has ended. */
export interface EndWatcher {
  onEnd(): void
}

/**
 * node's response with a field instead of a listener for its end: thousands wait, and each listener of each
 * would cost more than a field.
 */
export class ServedResponse extends ServerResponse {
  /** Called when the answer was sent whole, or its connection is gone. */
  watcher: EndWatcher | undefined
  private crowd: SlotArray<ServerResponse> | undefined
  private placeInCrowd = -1

  /** Adds the response to a collection until it has ended. */
  join(crowd: SlotArray<ServerResponse>): void {
    this.placeInCrowd = crowd.add(this)
    this.crowd = crowd
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    // A broken connection also raises `close`; an error without a listener would count as a bug.
    if (event === 'error' && this.listenerCount('error') === 0) return false
    if (event === 'close') {
      this.crowd?.remove(this, this.placeInCrowd)
      this.watcher?.onEnd()
    }
    return super.emit(event, ...args)
  }
}
