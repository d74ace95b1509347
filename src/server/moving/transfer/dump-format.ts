import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { BadRequestError } from '../../chat/rules/errors'

/*
 * Format of a dump: gzipped lines of text. The first line is the head. A line `#{"table"...}` precedes the
 * rows of that table, one JSON text per line. The last line holds the number of rows, so that a truncated
 * dump is detected.
 */

const dumpFormat = 'parley-database'
export const dumpVersion = 1

const TableLine = Type.Object({ table: Type.String(), columns: Type.Array(Type.String()) })

export const DumpHead = Type.Object({
  format: Type.Literal(dumpFormat),
  version: Type.Integer(),
  /** Version of the program that wrote the dump. */
  parley: Type.String(),
  written_at: Type.String(),
  migrations: Type.Array(Type.String()),
})
export type DumpHead = Static<typeof DumpHead>

export const DumpEnd = Type.Object({
  end: Type.Object({
    tables: Type.Integer(),
    rows: Type.Integer(),
    sequences: Type.Array(
      Type.Object({
        name: Type.String(),
        last_value: Type.String(),
        is_called: Type.Boolean(),
      }),
    ),
  }),
})
export type DumpEnd = Static<typeof DumpEnd>['end']

/** A parsed line of a dump. */
export type DumpPart =
  | { head: DumpHead }
  | { table: { name: string; columns: string[] } }
  | { row: string }
  | { end: DumpEnd }

export function writeHead(head: Omit<DumpHead, 'format' | 'version'>): string {
  return `#${JSON.stringify({ format: dumpFormat, version: dumpVersion, ...head })}\n`
}

export function writeTable({ name, columns }: { name: string; columns: string[] }): string {
  return `#${JSON.stringify({ table: name, columns })}\n`
}

export function writeEnd(end: DumpEnd): string {
  return `#${JSON.stringify({ end })}\n`
}

/** @throws BadRequestError for an invalid line */
export function readPart(line: string): DumpPart {
  if (!line.startsWith('#')) return { row: line }
  const said = parse(line.slice(1))
  if (Value.Check(DumpHead, said)) return { head: said }
  if (Value.Check(DumpEnd, said)) return { end: said.end }
  if (Value.Check(TableLine, said)) return { table: { name: said.table, columns: said.columns } }
  throw notADump()
}

export function notADump(): BadRequestError {
  return new BadRequestError('The file is no dump of `parley export-database`.')
}

/** For a file that begins as a dump does. */
export function damagedDump(): BadRequestError {
  return new BadRequestError(
    'The dump is damaged: it is not whole, or differs from what was written. Take another copy of it.',
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notADump()
  }
}
