/** A JSON object of a foreign archive: any field may be missing or of another type. */
export type Row = Readonly<Record<string, unknown>>

const noRow: Row = {}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A nested object; empty if there is none. */
export function rowOf(row: Row, field: string): Row {
  const value = row[field]
  return isRow(value) ? value : noRow
}

/** The objects of a list; anything else in it is left out. */
export function rowsOf(row: Row, field: string): Row[] {
  return listOf(row, field).filter(isRow)
}

export function listOf(row: Row, field: string): readonly unknown[] {
  const value = row[field]
  return Array.isArray(value) ? value : []
}

/** The texts of a list. */
export function textsOf(row: Row, field: string): string[] {
  return listOf(row, field).filter((each) => typeof each === 'string')
}

/** Slack's messages have up to 40,000 characters, Mattermost's up to 65,535; only hostile texts are cut. */
const maxCharacters = 500_000

/** A text; '' if there is none. Characters that no text may have are removed. */
export function textOf(row: Row, field: string): string {
  const value = row[field]
  return typeof value === 'string' ? cleanText(value.slice(0, maxCharacters)) : ''
}

/** Remark for a text that {@link textOf} cuts. */
export const cutTextReason = 'A text was cut at 500,000 characters.'

export function isTextCut(row: Row, field: string): boolean {
  const value = row[field]
  return typeof value === 'string' && value.length > maxCharacters
}

/** The first text that is not empty. */
export function firstText(row: Row, ...fields: string[]): string {
  for (const field of fields) {
    const value = textOf(row, field).trim()
    if (value) return value
  }
  return ''
}

/** A text, or a number as text. */
export function scalarOf(row: Row, field: string): string {
  const value = row[field]
  return typeof value === 'number' ? String(value) : textOf(row, field)
}

export function numberOf(row: Row, field: string): number | undefined {
  const value = Number(row[field] ?? undefined)
  return Number.isFinite(value) ? value : undefined
}

export function isTrue(row: Row, field: string): boolean {
  return row[field] === true
}

/** A date of seconds or milliseconds since 1970; undefined for zero and impossible values. */
export function dateOf(value: number | undefined, unit: 's' | 'ms'): Date | undefined {
  if (!value || value < 0) return undefined
  const date = new Date(unit === 's' ? value * 1000 : value)
  return date.getTime() < maxTime ? date : undefined
}

/** Before the year 10000, so that every date has the usual form. */
const maxTime = Date.UTC(9999, 11, 31)

/**
 * U+0001 and U+0002 enclose references of records, so that no text of an archive may have them; U+0000 and unpaired
 * surrogates cannot be stored.
 */
export function cleanText(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Cs}/gu, '')
}
