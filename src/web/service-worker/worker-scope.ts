/*
 * The parts of a service worker's global scope that service-worker.ts uses: the compiler's types for them exclude those
 * of pages.
 */

interface ExtendableEvent extends Event {
  /** Keeps the worker alive until the promise settles. */
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: ExtendableEvent
}

export interface WorkerScope {
  readonly location: Location
  readonly clients: {
    /** Starts to answer the requests of open pages. */
    claim(): Promise<void>
    matchAll(options: {
      type: 'window'
      includeUncontrolled: boolean
    }): Promise<readonly { readonly id: string }[]>
  }
  /** Replaces an older worker without waiting until its pages are closed. */
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(
    type: K,
    listener: (event: WorkerEvents[K]) => void,
  ): void
}
