export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Next free index of a user, since each user's additions are numbered separately. */
export function nextIndex(keys: Iterable<string>, userId: number): number {
  const own = Array.from(keys)
    .map((key) => key.split(','))
    .filter(([adder]) => adder === String(userId))
    .map(([, index]) => Number(index))
  return Math.max(0, ...own) + 1
}
