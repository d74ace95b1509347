/*
 * The parts of a service worker's global scope that the worker uses: the compiler's types for them exclude those
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

interface WorkerMessageEvent extends ExtendableEvent {
  readonly data: unknown
}

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null
}

export interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
  /** The pressed button; empty: the notification itself. */
  readonly action: string
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: WorkerMessageEvent
  push: PushEvent
  notificationclick: NotificationEvent
  pushsubscriptionchange: ExtendableEvent
}

interface WindowClient {
  readonly id: string
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

export interface WorkerScope {
  readonly location: Location
  readonly navigator: Navigator
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    /** Starts to answer the requests of open pages. */
    claim(): Promise<void>
    matchAll(options: {
      type: 'window'
      includeUncontrolled: boolean
    }): Promise<readonly WindowClient[]>
    openWindow(address: string): Promise<unknown>
  }
  /** Replaces an older worker without waiting until its pages are closed. */
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(
    type: K,
    listener: (event: WorkerEvents[K]) => void,
  ): void
}
