/** The time of a message of Slack, which is its id within the conversation: compared as two numbers, never as a float. */
export interface Timestamp {
  /** As Slack writes it, with six digits after the point. */
  text: string
  seconds: number
  micros: number
}

/** Reads a `ts`; undefined for anything that is no time. */
export function readTimestamp(value: unknown): Timestamp | undefined {
  const text = typeof value === 'number' ? value.toFixed(6) : value
  if (typeof text !== 'string') return undefined
  const [, seconds, fraction = ''] = /^(\d{8,11})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (seconds === undefined) return undefined
  const micros = fraction.padEnd(6, '0')
  return {
    text: `${seconds}.${micros}`,
    seconds: Number(seconds),
    micros: Number(micros),
  }
}

export function compareTimestamps(one: Timestamp, other: Timestamp): number {
  return one.seconds - other.seconds || one.micros - other.micros
}

export function dateOfTimestamp({ seconds, micros }: Timestamp): Date {
  return new Date(seconds * 1000 + Math.floor(micros / 1000))
}
