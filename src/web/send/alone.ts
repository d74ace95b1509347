/**
 * Does something while no other tab of this browser does something of the same name. Where there are no
 * locks (an address without https) tabs do it side by side: what is done must bear that.
 */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  // Not everywhere: the types promise more than browsers keep.
  const locks = (globalThis.navigator as { locks?: LockManager } | undefined)?.locks
  if (locks) await locks.request(`parley.${name}`, work)
  else await work()
}

/** A name that nobody else gives; also without https, where the browser has no UUIDs. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
