/** A row of a table of the archive. */
export type Row = Readonly<Record<string, unknown>>

/** The id in a column, which some tables call `name` and others `name_id`. */
export function idIn(row: Row, name: string): number | undefined {
  for (const value of [row[name], row[`${name}_id`]]) {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  }
  return undefined
}

/** The key of the record that a column names. */
export function keyIn(row: Row, name: string): string | undefined {
  const id = idIn(row, name)
  return id === undefined ? undefined : String(id)
}

export function textIn(row: Row, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}

export function isTrue(row: Row, name: string): boolean {
  return row[name] === true || row[name] === 1
}

/** A time in seconds with a fraction, or as ISO text. */
export function timeIn(row: Row, name: string): Date | undefined {
  const value = row[name]
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const time = new Date(typeof value === 'number' ? Math.round(value * 1000) : value)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** A JSON object in a column, or in its text. */
export function jsonIn(row: Row, name: string): unknown {
  const value = row[name]
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
