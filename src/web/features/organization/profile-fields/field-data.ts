import type { AccountData } from '../../../parts/person-card/profile-value'
export const fieldTypes = { shortText: 1, list: 3, account: 7 } as const

/** Whether people can be found by the values of a type of fields. */
export function fitsMatching(type: number): boolean {
  return type === fieldTypes.shortText || type === fieldTypes.account
}

/** Subtype of external accounts with a custom URL pattern. */
export const ownAccount = 'custom'

type Choices = Readonly<Record<string, { text: string; order: string }>>

/** Choices of a list, one per line. */
export function linesOf(fieldData: string): string {
  return sorted(fieldData)
    .map(([, { text }]) => text)
    .join('\n')
}

/** Converts lines to choices. Unchanged lines keep their keys, so that users who chose them keep their choice. */
export function listOf(lines: string, fieldData: string): Choices {
  const keys = new Map(sorted(fieldData).map(([key, { text }]) => [text, key]))
  const used = new Set(keys.values())
  let next = 0
  const newKey = () => {
    while (used.has(String(next))) next += 1
    used.add(String(next))
    return String(next)
  }
  const texts = [...new Set(lines.split('\n').map((line) => line.trim()))].filter(Boolean)
  return Object.fromEntries(
    texts.map((text, index) => [keys.get(text) ?? newKey(), { text, order: String(index + 1) }]),
  )
}

function sorted(fieldData: string): [string, { text: string; order: string }][] {
  if (fieldData === '') return []
  return Object.entries(JSON.parse(fieldData) as Choices).sort(
    ([, a], [, b]) => Number(a.order) - Number(b.order),
  )
}

/** Data of an external account field. */
export function accountOf(fieldData: string): AccountData {
  const known = (fieldData === '' ? {} : JSON.parse(fieldData)) as Partial<AccountData>
  return { subtype: known.subtype ?? '', url_pattern: known.url_pattern ?? '' }
}
