/** Numbers of seeded users. */
export function usersFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
