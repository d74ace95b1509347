import { createReadStream } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import type { AppContext } from '../../context'
import type { Queryable } from '../../data/engine/database'
import { listAppliedMigrations } from '../../data/engine/migrate'
import { listTables } from '../../data/transfer/tables'
import type { TableShape } from '../../data/transfer/tables'
import {
  analyze,
  hasOrganization,
  refill,
  writeRows,
  writeSequences,
} from '../../data/transfer/write'
import { BadRequestError } from '../../chat/rules/errors'
import { damagedDump, dumpVersion, notADump, readPart } from './dump-format'
import type { DumpEnd, DumpHead, DumpPart } from './dump-format'

/** Max rows and characters of one insert statement. */
const mostRows = 1_000
const mostCharacters = 4_000_000

/**
 * Fills an unused database, with migrations applied, from a dump of `exportDatabase`, all or nothing.
 *
 * @throws BadRequestError for a database with an organization in it, for a dump of another version, and
 * for a truncated or invalid file
 * @param options `replaces`: whether the organizations in the database are deleted instead of refused
 */
export async function importDatabase(
  { db }: Pick<AppContext, 'db'>,
  file: string,
  { replaces = false }: { replaces?: boolean } = {},
): Promise<{ tables: number; rows: number }> {
  const parts = readDump(file)
  try {
    const first = await parts.next()
    if (first.done || !('head' in first.value)) throw notADump()
    await checkVersion(db.query, first.value.head)
    const check = replaces ? async () => undefined : refuseUsedDatabase
    const counted = await refill(db.query, check, (tx) => fill(tx, parts))
    await analyze(db.query)
    return counted
  } finally {
    await parts.return(undefined)
  }
}

/** @throws BadRequestError for a database with an organization in it */
export async function refuseUsedDatabase(db: Queryable): Promise<void> {
  if (await hasOrganization(db)) {
    throw new BadRequestError(
      'There is an organization in this database already: a dump is read into an empty one alone.',
    )
  }
}

async function checkVersion(
  db: Queryable,
  { version, migrations, parley }: DumpHead,
): Promise<void> {
  if (version !== dumpVersion) {
    throw new BadRequestError(`The dump is of the form ${version}, which this Parley cannot read.`)
  }
  const ours = await listAppliedMigrations(db)
  const missing = ours.find((name) => !migrations.includes(name))
  const unknown = migrations.find((name) => !ours.includes(name))
  if (missing === undefined && unknown === undefined) return
  throw new BadRequestError(
    `The dump was written by Parley ${parley} with another schema: ` +
      (unknown === undefined
        ? `it lacks the migration ${missing}.`
        : `it has the migration ${unknown}, which this one does not know.`) +
      ' Read it with the version that wrote it, and bring that up to date afterwards.',
  )
}

async function fill(
  tx: Queryable,
  parts: AsyncIterable<DumpPart>,
): Promise<{ tables: number; rows: number }> {
  const shapes = new Map((await listTables(tx)).map((table) => [table.name, table]))
  const counted = { tables: 0, rows: 0 }
  let table: TableShape | undefined
  let waiting: string[] = []
  let characters = 0
  let end: DumpEnd | undefined

  const flush = async (): Promise<void> => {
    if (waiting.length > 0 && table) {
      await writeRows(tx, table, waiting).catch((error: unknown) => {
        throw isInvalidRow(error) ? damagedDump() : error
      })
    }
    counted.rows += waiting.length
    waiting = []
    characters = 0
  }
  for await (const part of parts) {
    if (end) throw damagedDump()
    if ('row' in part) {
      if (!table) throw damagedDump()
      waiting.push(part.row)
      characters += part.row.length
      if (waiting.length >= mostRows || characters >= mostCharacters) await flush()
      continue
    }
    await flush()
    if ('table' in part) {
      const shape = shapes.get(part.table.name)
      if (!shape || shape.columns.join() !== part.table.columns.join()) throw damagedDump()
      table = shape
      counted.tables += 1
    } else if ('end' in part) end = part.end
    else throw damagedDump()
  }
  if (!end || end.rows !== counted.rows || end.tables !== counted.tables) throw damagedDump()
  await writeSequences(tx, end.sequences)
  return counted
}

async function* readDump(file: string): AsyncGenerator<DumpPart> {
  const packed = createReadStream(file)
  const text = packed.pipe(createGunzip())
  packed.on('error', (error) => text.destroy(error))
  let hasBegun = false
  try {
    for await (const line of linesOf(text)) {
      yield readPart(line)
      hasBegun = true
    }
  } catch (error) {
    if (isBrokenPacking(error)) throw isForeign(error) ? notADump() : damagedDump()
    throw hasBegun && error instanceof BadRequestError ? damagedDump() : error
  } finally {
    packed.destroy()
    text.destroy()
  }
}

/** Splits at line feeds only: node's readline also splits at other characters, which texts can contain. */
async function* linesOf(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let begun = ''
  for await (const chunk of stream) {
    const lines = (begun + decoder.write(chunk as Buffer)).split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
  if (begun !== '') throw notADump()
}

/** Whether an error is from zlib: the file is not gzipped, damaged or truncated. */
function isBrokenPacking(error: unknown): error is Error {
  return String((error as { code?: unknown } | null)?.code).startsWith('Z_')
}

/** Whether the file does not even begin like a gzipped one. */
function isForeign({ message }: Error): boolean {
  return message === 'incorrect header check'
}

/** SQLSTATEs of values that no column takes; a damaged file can have such rows before zlib notices the damage. */
function isInvalidRow(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown } | null)?.code))
}
