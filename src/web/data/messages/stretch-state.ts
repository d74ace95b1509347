/** The held part of a narrow: ids without a gap, and whether each end of the narrow is reached. */
export interface StretchState {
  /** Ascending. */
  readonly ids: readonly number[]
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

export const emptyStretch: StretchState = { ids: [], foundOldest: false, foundNewest: false }

/** Whether the stretch covers the position of this id, regardless of whether the message is in the narrow. */
export function reaches({ ids, foundOldest, foundNewest }: StretchState, id: number): boolean {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return foundOldest && foundNewest
  return (id > first || foundOldest) && (id < last || foundNewest)
}

/** Index of an id in ascending ids, or the index at which to insert it. */
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

/** Inserts ids in order; skips ids outside the stretch, which would leave a gap. */
export function withIds(stretch: StretchState, ids: readonly number[]): StretchState {
  const added = ids.filter((id) => reaches(stretch, id) && !holds(stretch.ids, id))
  if (added.length === 0) return stretch
  const all = [...stretch.ids, ...added]
  // A new message needs no sorting, which costs in a stretch of thousands.
  const isSorted = added.length === 1 && Number(all.at(-1)) > (stretch.ids.at(-1) ?? 0)
  return { ...stretch, ids: isSorted ? all : [...new Set(all)].sort((a, b) => a - b) }
}

export function withoutIds(stretch: StretchState, gone: readonly number[]): StretchState {
  const held = new Set(gone.filter((id) => holds(stretch.ids, id)))
  return held.size === 0 ? stretch : { ...stretch, ids: stretch.ids.filter((id) => !held.has(id)) }
}

/** Adds a page of older messages; beyond `maxIds`, drops ids at the newer end. */
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

/** Adds a page of newer messages; beyond `maxIds`, drops ids at the older end. */
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
