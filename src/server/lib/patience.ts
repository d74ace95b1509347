/**
 * Number of portions of each patience. A pause of the process, or a turn of the event loop that the machine
 * made long, counts as one portion at most.
 */
const portions = 8

/** Options of {@link afterPatience}. */
export interface PatienceOptions {
  /** Whether the wait alone keeps the process running; default: yes. */
  keepsProcess?: boolean
}

/**
 * Calls back after the event loop has run for so long: the timer for verdicts about others, such as "Redis
 * does not answer". A plain timer also counts the time in which this process had no processor, and fires
 * before the answers that arrived meanwhile are read. Here every portion of the time ends with a turn in
 * which all sockets are read, and the last one does, too.
 *
 * @returns the function that ends the wait
 */
export function afterPatience(
  ms: number,
  callBack: () => void,
  { keepsProcess = true }: PatienceOptions = {},
): () => void {
  let left = portions
  let timer: NodeJS.Timeout
  let turn: NodeJS.Immediate | undefined

  const wait = (): void => {
    timer = setTimeout(readSockets, ms / portions)
    if (!keepsProcess) timer.unref()
  }
  // Immediates run after the sockets of the same turn.
  const readSockets = (): void => {
    turn = setImmediate(count)
  }
  const count = (): void => {
    left -= 1
    if (left === 0) callBack()
    else wait()
  }
  wait()
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}

/** Like `AbortSignal.timeout`, by {@link afterPatience}. */
export function patientSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  const end = (): void => controller.abort(new DOMException('It took too long.', 'TimeoutError'))
  afterPatience(ms, end, { keepsProcess: false })
  return controller.signal
}
