/** The probe, as the page's global variable. */
export interface ProbedWindow {
  walkProbe: Probe
}

/** Facts of a page that only a listener in it knows. */
interface Probe {
  /** A number for an element, the same for as long as the element is there. */
  numberOf(element: Element | null): number
  /** Whether the element of a number is in the page. */
  isThere(number: number): boolean
  /** Letters that a field had the focus for, and that ran a shortcut; cleared when they are read. */
  takenKeys: string[]
  /** Number of marks that came, each after all events before it. */
  marks: number
  /** Requests under way, polls not counted. */
  underWay: number
  /** When anything was scrolled last, in milliseconds of `performance.now()`. */
  scrolledAt: number
  /** Tells the page whether its tab is in front: each page of a browser without windows believes that it is. */
  setInFront(isInFront: boolean): void
}

/** Runs in each page before its scripts. */
export function installProbe(): void {
  const numbers = new WeakMap<Element, number>()
  const elements = new Map<number, WeakRef<Element>>()
  let latest = 0
  let isInFront = true
  const probe: Probe = {
    numberOf(element) {
      if (!element) return 0
      const known = numbers.get(element)
      if (known !== undefined) return known
      numbers.set(element, (latest += 1))
      elements.set(latest, new WeakRef(element))
      return latest
    },
    isThere: (number) => elements.get(number)?.deref()?.isConnected === true,
    takenKeys: [],
    marks: 0,
    underWay: 0,
    scrolledAt: -Infinity,
    setInFront(isNow) {
      isInFront = isNow
      dispatchEvent(new Event(isNow ? 'focus' : 'blur'))
    },
  }
  document.hasFocus = () => isInFront
  Object.assign(globalThis, { walkProbe: probe })

  addEventListener('scroll', () => (probe.scrolledAt = performance.now()), {
    capture: true,
    passive: true,
  })
  addEventListener('keydown', (event) => {
    const { target, key, defaultPrevented } = event
    if (!defaultPrevented || !/^[a-z]$/.test(key) || event.ctrlKey || event.metaKey) return
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
    if (isField) probe.takenKeys.push(key)
  })

  /** Counts the marks in the events of a poll, or of another tab that polls. */
  function hear(events: unknown): void {
    if (!Array.isArray(events)) return
    for (const { type } of events as { type?: string }[]) {
      if (type === 'web_reload_client') probe.marks += 1
    }
  }

  const fetchReally = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (/\/events\?/.test(address)) {
      const answer = await fetchReally(input, init)
      const copy = answer.clone()
      // The app reads the answer first.
      void copy.json().then(
        (body: { events?: unknown }) => setTimeout(() => hear(body.events)),
        () => undefined,
      )
      return answer
    }
    probe.underWay += 1
    try {
      return await fetchReally(input, init)
    } finally {
      // The app acts on the answer first.
      setTimeout(() => (probe.underWay -= 1))
    }
  }
  // Uploads report their progress, so they are no `fetch`.
  const sendReally = XMLHttpRequest.prototype.send
  XMLHttpRequest.prototype.send = function send(body) {
    probe.underWay += 1
    this.addEventListener('loadend', () => setTimeout(() => (probe.underWay -= 1)))
    sendReally.call(this, body)
  }

  const Channel = globalThis.BroadcastChannel
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      this.addEventListener(
        'message',
        ({ data }: MessageEvent<{ kind?: string; events?: unknown }>) => {
          if (data.kind === 'events') hear(data.events)
        },
      )
    }
  }
}
