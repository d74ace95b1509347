/** Long enough for any first page that comes at all, in milliseconds. */
const patience = 4_000

let show: () => void
const shown = new Promise<void>((resolve) => (show = resolve))

/** Says that the reader sees what they came for; what they may do next can be fetched now. */
export function tellFirstScreenIsShown(): void {
  show()
}

/** Resolves when the first screen is shown, and in any case before long. */
export async function firstScreen(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience))
  await Promise.race([shown, late])
}
