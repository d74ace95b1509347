/** One changed property of a record: its name tells the type of its value. */
export type ChangeOf<R, P extends keyof R = keyof R> = {
  [K in P]-?: { property: K; value: Exclude<R[K], undefined> }
}[P]
