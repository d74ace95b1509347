import { firstCharacters } from '../../../../shared/rules/characters'
import type { ImportRecord, ImportRemark } from '../records'

/** Examples of a reason that the report shows. */
const mostExamples = 20
/** Max different reasons; further ones are counted together. */
const mostReasons = 200

export type RecordKind = ImportRecord['kind']

/** Numbers of records of one kind. */
export interface KindCount {
  /** In the archive. */
  read: number
  /** New here. */
  written: number
  /** Imported by an earlier run. */
  known: number
}

export interface ReportedRemark {
  reason: string
  count: number
  /** The first 20 places in the archive, as `file:line` or `file`. */
  examples: string[]
}

/** A text of the archive as a terminal may show it. */
function shown(text: string): string {
  return firstCharacters(text.replace(/\p{Cc}/gu, '?'), 200)
}

/** The outcome of an import: numbers by kind, and the rows that it left out or changed. */
export class Report {
  private readonly counts = new Map<RecordKind, KindCount>()
  private readonly reasons = new Map<string, ReportedRemark>()

  count(kind: RecordKind, numbers: Partial<KindCount>): void {
    const known = this.counts.get(kind) ?? { read: 0, written: 0, known: 0 }
    known.read += numbers.read ?? 0
    known.written += numbers.written ?? 0
    known.known += numbers.known ?? 0
    this.counts.set(kind, known)
  }

  remark = (remark: ImportRemark): void => {
    const { line } = remark
    const [reason, file] = [shown(remark.reason), shown(remark.file)]
    const place = line === undefined ? file : `${file}:${line}`
    const name = this.reasons.has(reason) || this.reasons.size < mostReasons ? reason : 'Other'
    const told = this.reasons.get(name) ?? { reason: name, count: 0, examples: [] }
    told.count += 1
    if (told.examples.length < mostExamples) told.examples.push(place)
    this.reasons.set(name, told)
  }

  /** Numbers by kind, in the order in which they came. */
  kinds(): Record<string, KindCount> {
    return Object.fromEntries(this.counts)
  }

  remarks(): ReportedRemark[] {
    return [...this.reasons.values()]
  }

  /** Records of the archive that were handled so far. */
  get recordsRead(): number {
    return [...this.counts.values()].reduce((sum, { read }) => sum + read, 0)
  }

  /** The report for a person. */
  lines(): string[] {
    const kinds = [...this.counts].map(
      ([kind, { read, written, known }]) =>
        `  ${kind.padEnd(16)} ${String(read).padStart(9)} read ${String(written).padStart(9)} new` +
        ` ${String(known).padStart(9)} known`,
    )
    const remarks = this.remarks().flatMap(({ reason, count, examples }) => [
      `  ${reason} (${count})`,
      ...examples.map((example) => `    ${example}`),
      ...(count > examples.length ? [`    and ${count - examples.length} more`] : []),
    ])
    return [...kinds, ...(remarks.length > 0 ? ['Skipped or changed:', ...remarks] : [])]
  }
}
