/** The outcome of one check of an installation. */
export interface Finding {
  /** The checked thing, as `Redis` or `disk`. */
  subject: string
  /** `warning`: it works, and something may be lost or slow; `failed`: it does not work. */
  state: 'ok' | 'warning' | 'failed'
  /** A sentence about the state. */
  text: string
  /** The remedy, in a sentence; of all but `ok`. */
  advice?: string
}

/** Difference of two clocks from which on the times of messages, sessions and limits are visibly wrong. */
const mostClockDifferenceMs = 5_000

/** Compares the clock of a store with the one of this machine. @param differenceMs of the store, negative if it is behind */
export function judgeClock(subject: string, differenceMs: number): Finding {
  const seconds = Math.round(Math.abs(differenceMs) / 1000)
  if (Math.abs(differenceMs) < mostClockDifferenceMs) {
    return { subject, state: 'ok', text: 'Its clock agrees with the one of this machine.' }
  }
  const direction = differenceMs > 0 ? 'ahead of' : 'behind'
  return {
    subject,
    state: 'warning',
    text: `Its clock is ${seconds} seconds ${direction} the one of this machine.`,
    advice: 'Run a time service, such as chrony or systemd-timesyncd, on all machines.',
  }
}
