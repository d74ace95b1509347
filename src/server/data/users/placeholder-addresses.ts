/** The placeholder for a hidden address. */
export function hiddenAddress(userId: number, domain: string): string {
  return `user${userId}@${domain}`
}

/** Id of the user whose placeholder address a reference may be; ignores the domain. */
export function idOfHiddenAddress(reference: string | number): number | undefined {
  const id = /^user([1-9]\d{0,14})@/.exec(String(reference))?.[1]
  return id === undefined ? undefined : Number(id)
}
