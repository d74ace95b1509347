import { CsvError, parse } from 'csv-parse/sync'
import { BadRequestError } from '../../../chat/rules/errors'
import { isEmailAddress } from '../../../chat/rules/names'
import type { UserRecord } from '../records'

/** Addresses of people, by their id, name or old address in the source. */
export class PeopleMap {
  private constructor(private readonly addresses: ReadonlyMap<string, string>) {}

  static readonly empty = new PeopleMap(new Map())

  /**
   * Reads lines of an id, a name or an old address, and the address here; the first line may name the columns.
   * @throws BadRequestError that names the line, or for a file without addresses
   */
  static parse(text: string): PeopleMap {
    const addresses = new Map<string, string>()
    readRows(text).forEach(([who = '', address = '', ...rest], index) => {
      const hasTwoColumns = who !== '' && address !== '' && rest.length === 0
      if (index === 0 && hasTwoColumns && !isEmailAddress(address)) return
      if (!hasTwoColumns || !isEmailAddress(address)) {
        throw new BadRequestError(
          `Row ${index + 1} of the file of people must have two columns: an id, a name or an old address, and ` +
            'the address here.',
        )
      }
      addresses.set(who.toLowerCase(), address)
    })
    if (addresses.size === 0) throw new BadRequestError('The file of people has no addresses.')
    return new PeopleMap(addresses)
  }

  /** The address that the file names for a person; undefined if it names none. */
  named({ key, fullName, email }: UserRecord): string | undefined {
    for (const name of [key, email ?? '', fullName]) {
      const mapped = this.addresses.get(name.toLowerCase())
      if (mapped !== undefined) return mapped
    }
    return undefined
  }
}

function readRows(text: string): string[][] {
  try {
    return parse(text, {
      ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true },
      delimiter: [',', ';', '\t'],
    })
  } catch (error) {
    if (error instanceof CsvError) throw new BadRequestError(`The file of people: ${error.message}`)
    throw error
  }
}
