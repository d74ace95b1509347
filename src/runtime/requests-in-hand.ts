import { Places } from './places'

/** A request that is being answered, as the log names it. */
export interface RequestInHand {
  readonly id: string
  /** Method and declared path, such as `POST /api/v1/messages`; the path is not known at first. */
  readonly call: string
  /** Whether it waits for events, as thousands do. */
  readonly isParked: boolean
}

/** Most requests that are kept after their end. */
const mostEnded = 100

/** The requests that a worker is busy with, and those that it was busy with a moment ago. */
export class RequestsInHand {
  private readonly open = new Places<RequestInHand>()
  private ended: RequestInHand[] = []
  private onNext: (() => void) | undefined
  /** How many have begun, ever. */
  begun = 0

  /** Calls back when the next one begins, once; undefined: not any more. */
  whenNextBegins(callBack: (() => void) | undefined): void {
    this.onNext = callBack
  }

  /** @returns its place, for {@link end} */
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

  /** Those that something was done for since this was called last, at most so many. */
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

  /** Forgets those that have ended. */
  forgetEnded(): void {
    if (this.ended.length > 0) this.ended = []
  }
}
