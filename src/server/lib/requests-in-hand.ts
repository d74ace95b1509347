import { SlotArray } from './slot-array'

/** A request in progress, as the log names it. */
export interface RequestInHand {
  readonly id: string
  /** Method and declared path, such as `POST /api/v1/messages`; the path is unknown at first. */
  readonly call: string
  /** Whether the request waits for events, as thousands do. */
  readonly isParked: boolean
}

/** Max ended requests that are kept. */
const mostEnded = 100

/** The requests in progress at a worker, and the recently ended ones. */
export class RequestsInHand {
  private readonly open = new SlotArray<RequestInHand>()
  private ended: RequestInHand[] = []
  private onNext: (() => void) | undefined
  /** Total number of requests begun. */
  begun = 0

  /** Sets a callback for the next request, called once; undefined removes it. */
  whenNextBegins(callBack: (() => void) | undefined): void {
    this.onNext = callBack
  }

  /** @returns the request's place, for {@link end} */
  begin(request: RequestInHand): number {
    this.begun += 1
    if (this.onNext) this.callBack(this.onNext)
    return this.open.add(request)
  }

  private callBack(onNext: () => void): void {
    this.onNext = undefined
    onNext()
  }

  end(request: RequestInHand, place: number): void {
    if (!this.open.remove(request, place)) return
    if (this.ended.length === mostEnded) this.ended = this.ended.slice(-mostEnded / 2)
    this.ended.push(request)
  }

  /** The requests active since the last call, up to `most`. */
  takeRecent(most: number): RequestInHand[] {
    const recent: RequestInHand[] = []
    for (const request of this.open) {
      if (recent.length === most) break
      if (!request.isParked) recent.push(request)
    }
    recent.unshift(...this.ended.slice(-most))
    this.ended = []
    return recent.slice(0, most)
  }

  /** Drops the ended requests. */
  forgetEnded(): void {
    if (this.ended.length > 0) this.ended = []
  }
}
