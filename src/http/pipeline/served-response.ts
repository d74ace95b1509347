import { ServerResponse } from 'node:http'
import type { Places } from '../../runtime/places'

/** Who wants to know when an answer has ended. */
export interface EndWatcher {
  onEnd(): void
}

/**
 * node's answer, which tells its end without a listener: thousands wait, and each listener of each would
 * cost more than a field.
 */
export class ServedResponse extends ServerResponse {
  /** Told when the answer was sent whole, or its connection is gone. */
  watcher: EndWatcher | undefined
  private crowd: Places<ServerResponse> | undefined
  private placeInCrowd = -1

  /** Is among others until it has ended. */
  join(crowd: Places<ServerResponse>): void {
    this.placeInCrowd = crowd.add(this)
    this.crowd = crowd
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    // A broken connection is told by `close` as well; node would take an error that nobody listens for as a bug.
    if (event === 'error' && this.listenerCount('error') === 0) return false
    if (event === 'close') {
      this.crowd?.remove(this, this.placeInCrowd)
      this.watcher?.onEnd()
    }
    return super.emit(event, ...args)
  }
}
