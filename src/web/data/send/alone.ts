/**
 * Runs `work` while no other tab of this browser runs work of the same name, by a Web Lock. Without Web Locks
 * (pages without https) tabs run concurrently, so the work must tolerate that.
 */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  // The types declare it as always present, but it is missing without https.
  const locks = (globalThis.navigator as { locks?: LockManager } | undefined)?.locks
  if (locks) await locks.request(`parley.${name}`, work)
  else await work()
}

/** 128 random bits in hex; works without https too, where browsers provide no UUIDs. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
