/** Emoji in a row. */
export const columns = 8

/** @returns the number of rows that some emoji fill */
export const rowsOf = (count: number) => Math.ceil(count / columns)

/**
 * The place to which a key moves the focus from a place in the grid. Each section begins a row.
 *
 * @param counts of the emoji in each section, none of them 0
 * @returns -1 for the search field, which is above the first row; undefined for other keys
 */
export function moveInGrid(
  key: string,
  place: number,
  counts: readonly number[],
): number | undefined {
  const last = counts.reduce((sum, count) => sum + count, 0) - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(place + 1, last)
    case 'ArrowLeft':
      return Math.max(place - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowDown':
      return inNextRow(place, counts, 1) ?? last
    case 'ArrowUp':
      return inNextRow(place, counts, -1) ?? -1
    default:
      return undefined
  }
}

/** The place in the next (1) or previous (-1) row that is nearest in its column. */
function inNextRow(place: number, counts: readonly number[], step: 1 | -1): number | undefined {
  const rows = rowsIn(counts)
  const at = rows.findLastIndex(({ first }) => first <= place)
  const [here, next] = [rows[at], rows[at + step]]
  return here && next && next.first + Math.min(place - here.first, next.length - 1)
}

/** Every row: the place of its first emoji, and how many it has. */
function rowsIn(counts: readonly number[]): { first: number; length: number }[] {
  let first = 0
  return counts.flatMap((count) =>
    Array.from({ length: rowsOf(count) }, (_, row) => {
      const length = Math.min(columns, count - row * columns)
      first += length
      return { first: first - length, length }
    }),
  )
}
