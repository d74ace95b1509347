import { CsvError, parse } from 'csv-parse/sync'
import { roles } from '../../../shared/rules/roles'
import type { Role } from '../../../shared/rules/roles'
import { BadRequestError } from '../../chat/rules/errors'

/** A person described by a line of the file. */
export interface PersonLine {
  /** Number of the line in the file, from 1. */
  line: number
  email: string
  fullName: string
  role: Role
  /** Names of streams in addition to the default streams. */
  streams: readonly string[]
  /** Names of user groups. */
  groups: readonly string[]
}

/** An invalid line and its error. */
export interface BadLine {
  line: number
  email: string
  error: string
}

export const columns = {
  email: 'address, with which they log in',
  full_name: 'full name',
  role: `one of: ${Object.keys(roles).join(', ')}; member where it is empty`,
  streams: 'streams beside the default ones, with ; in between',
  groups: 'user groups, with ; in between',
} as const
type Column = keyof typeof columns

const required: readonly Column[] = ['email', 'full_name']
const mostLines = 100_000

type Cells = Readonly<Partial<Record<Column, string>>>

/**
 * Parses people from a CSV file, also with semicolons or tabs, as spreadsheets in some countries write
 * them. The first line names the columns.
 *
 * @throws BadRequestError for an invalid file; errors of single lines are answered in `bad`
 */
export function readPeople(bytes: Uint8Array): { people: PersonLine[]; bad: BadLine[] } {
  const [header, ...lines] = readCells(decode(bytes))
  if (!header) throw new BadRequestError('The file is empty: its first line names the columns.')
  const names = checkHeader(header.cells)
  if (lines.length > mostLines) {
    throw new BadRequestError(`The file has more than ${mostLines} lines: part it.`)
  }
  const [people, bad]: [PersonLine[], BadLine[]] = [[], []]
  for (const { cells, line } of lines) {
    const named: Cells = Object.fromEntries(names.map((name, index) => [name, cells[index]]))
    const error =
      cells.length === names.length
        ? whatIsWrong(named)
        : `It has ${cells.length} columns, and the first line names ${names.length}.`
    if (error === undefined) people.push(personOf(line, named))
    else bad.push({ line, email: named.email ?? '', error })
  }
  return { people, bad }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadRequestError('The file is not in UTF-8: save it so, as “CSV UTF-8”.')
  }
}

interface Line {
  cells: string[]
  line: number
}

function readCells(text: string): Line[] {
  const [first = ''] = text.split('\n', 1)
  const delimiter = [',', ';', '\t'].find((each) => first.includes(each)) ?? ','
  try {
    const rows = parse(text, {
      ...{ delimiter, info: true, trim: true, bom: true },
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: 1_000_000,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return rows
      .map(({ record, info }) => ({ cells: record, line: info.lines }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BadRequestError(`The file is no list of comma-separated values: ${error.message}`)
  }
}

function checkHeader(cells: readonly string[]): Column[] {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[ -]/g, '_'))
  const known = `The columns are ${Object.keys(columns).join(', ')}.`
  const unknown = names.find((name) => !Object.hasOwn(columns, name))
  if (unknown !== undefined) {
    throw new BadRequestError(`The first line names a column '${unknown}'. ${known}`)
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) {
    throw new BadRequestError(`The first line names the column '${twice}' twice.`)
  }
  const missing = required.find((name) => !names.includes(name))
  if (missing !== undefined) {
    throw new BadRequestError(`The first line names no column '${missing}'. ${known}`)
  }
  return names as Column[]
}

function whatIsWrong({ email = '', role = '' }: Cells): string | undefined {
  if (email === '') return 'It has no email.'
  if (role !== '' && !Object.hasOwn(roles, role.toLowerCase())) {
    return `There is no role '${role}': they are ${Object.keys(roles).join(', ')}.`
  }
  return undefined
}

function personOf(line: number, cells: Cells): PersonLine {
  const role = (cells.role || 'member').toLowerCase() as keyof typeof roles
  return {
    line,
    email: cells.email ?? '',
    fullName: cells.full_name ?? '',
    role: roles[role],
    streams: listOf(cells.streams),
    groups: listOf(cells.groups),
  }
}

function listOf(cell = ''): string[] {
  const names = cell.split(';').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}
