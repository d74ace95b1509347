/** Reason of a failure, as text for the reader. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
