/** The latest work of each name in this page, for browsers without Web Locks. */
const latest = new Map<string, Promise<unknown>>()

/**
 * Runs `work` while no other work of the same name runs in this browser, by a Web Lock. Without Web Locks (pages without
 * https) only the work of one tab runs in turn, so the work must tolerate that of others.
 */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  // The types declare it as always present, but it is missing without https.
  const locks = (globalThis.navigator as { locks?: LockManager } | undefined)?.locks
  if (locks) return void (await locks.request(`parley.${name}`, work))
  const turn = latest.get(name)?.then(work) ?? work()
  const ended = turn
    .catch(() => undefined)
    .then(() => void (latest.get(name) === ended && latest.delete(name)))
  latest.set(name, ended)
  await turn
}

/** 128 random bits in hex; works without https too, where browsers provide no UUIDs. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
