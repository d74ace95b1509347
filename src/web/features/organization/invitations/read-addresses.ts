/** Max addresses of a file. */
export const mostAddresses = 1_000

/**
 * The email addresses of a CSV file, in its order and each once: of each line the first cell that is one. Cells are
 * separated by commas, semicolons or tabs; so any export of people will do, and a line with names of columns adds
 * nothing.
 */
export function readAddresses(csv: string): string[] {
  const found = new Map<string, string>()
  for (const line of csv.split(/[\r\n]+/)) {
    const address = line
      .split(/[,;\t]/)
      .map(withoutQuotes)
      .find(isAddress)
    if (address !== undefined && !found.has(address.toLowerCase())) {
      found.set(address.toLowerCase(), address)
    }
  }
  return [...found.values()]
}

const withoutQuotes = (cell: string) => cell.trim().replace(/^"|"$/g, '').trim()

const isAddress = (cell: string) => /^[^\s@"<>]+@[^\s@"<>]+$/.test(cell)
