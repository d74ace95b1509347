/** What a narrow holds of its messages: ids without a gap, and whether there are more at each end. */
export interface StretchState {
  /** Ascending. */
  readonly ids: readonly number[]
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

export const emptyStretch: StretchState = { ids: [], foundOldest: false, foundNewest: false }

/** Whether a message with this id would be in the stretch if it were in the narrow. */
export function reaches({ ids, foundOldest, foundNewest }: StretchState, id: number): boolean {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return foundOldest && foundNewest
  return (id > first || foundOldest) && (id < last || foundNewest)
}

/** Where an id is in ascending ids, or would be. */
export function indexOfId(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

export function holds(ids: readonly number[], id: number): boolean {
  return ids[indexOfId(ids, id)] === id
}

/** Puts ids where they belong; those that the stretch does not reach would leave a gap, and are left out. */
export function withIds(stretch: StretchState, ids: readonly number[]): StretchState {
  const added = ids.filter((id) => reaches(stretch, id) && !holds(stretch.ids, id))
  if (added.length === 0) return stretch
  const all = new Set([...stretch.ids, ...added])
  return { ...stretch, ids: [...all].sort((a, b) => a - b) }
}

export function withoutIds(stretch: StretchState, gone: readonly number[]): StretchState {
  const held = new Set(gone.filter((id) => holds(stretch.ids, id)))
  return held.size === 0 ? stretch : { ...stretch, ids: stretch.ids.filter((id) => !held.has(id)) }
}

/** A page that ends where the stretch begins; beyond `maxIds` the other end is let go. */
export function extendedUp(
  stretch: StretchState,
  page: { ids: readonly number[]; foundOldest: boolean },
  maxIds: number,
): StretchState {
  const ids = [...page.ids, ...stretch.ids]
  return {
    ids: ids.slice(0, maxIds),
    foundOldest: page.foundOldest,
    foundNewest: stretch.foundNewest && ids.length <= maxIds,
  }
}

/** As {@link extendedUp}, at the newest end. */
export function extendedDown(
  stretch: StretchState,
  page: { ids: readonly number[]; foundNewest: boolean },
  maxIds: number,
): StretchState {
  const ids = [...stretch.ids, ...page.ids]
  return {
    ids: ids.slice(-maxIds),
    foundOldest: stretch.foundOldest && ids.length <= maxIds,
    foundNewest: page.foundNewest,
  }
}
