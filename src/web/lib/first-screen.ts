/** Max wait for the first screen, in milliseconds. */
const patience = 4_000

let show: () => void
const shown = new Promise<void>((resolve) => (show = resolve))

/** Signals that the first screen is visible, so that further code can be fetched. */
export function markFirstScreenShown(): void {
  show()
}

/** Resolves when the first screen is visible, or after `patience` at the latest. */
export async function firstScreen(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([shown, late])
}
