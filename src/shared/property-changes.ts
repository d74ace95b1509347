/** One changed property of a record: its name tells the type of its value. */
export type ChangeOf<R, P extends keyof R = keyof R> = {
  [K in P]-?: { property: K; value: Exclude<R[K], undefined> }
}[P]

/** The properties of a record, one by one. */
export function changesIn<R extends object>(record: Partial<R>): ChangeOf<R>[] {
  const changes = Object.entries(record).map(([property, value]) => ({ property, value }))
  return changes as ChangeOf<R>[]
}
