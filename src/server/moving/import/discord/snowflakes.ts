/** The beginning of Discord's time, in milliseconds. */
const epoch = 1_420_070_400_000

/** Bits below the time of an id. */
const lowBits = 22n

/**
 * The moment of an id of Discord in milliseconds, which is exactly that of its message; undefined for other texts.
 * Source: docs/protocol/import.md#discord-ids.
 */
export function timeOfId(id: string): number | undefined {
  if (!/^\d{15,20}$/.test(id)) return undefined
  return Number(BigInt(id) >> lowBits) + epoch
}
