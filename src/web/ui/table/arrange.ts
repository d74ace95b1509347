import { fold } from '../../lib/fold'
import { language } from '../../texts/catalog'

export interface Sorting {
  column: string
  isDescending?: boolean
}

interface Arrangement<Row> {
  text: string
  textOf: (row: Row) => string
  sortBy: ((row: Row) => string | number) | undefined
  isDescending: boolean | undefined
}

const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })

/** The rows that contain all words, sorted. */
export function arrange<Row>(
  rows: readonly Row[],
  { text, textOf, sortBy, isDescending = false }: Arrangement<Row>,
): readonly Row[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const found =
    words.length === 0
      ? rows
      : rows.filter((row) => {
          const all = fold(textOf(row))
          return words.every((word) => all.includes(word))
        })
  if (!sortBy) return found
  const keyed = found.map((row) => ({ row, key: sortBy(row) }))
  const sign = isDescending ? -1 : 1
  keyed.sort(({ key: a }, { key: b }) => sign * compare(a, b))
  return keyed.map(({ row }) => row)
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}
