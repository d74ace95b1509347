/** A profile field, as the state tells it. Source: docs/protocol/accounts.md#profile-fields. */
export interface ProfileField {
  id: number
  name: string
  type: number
  hint: string
  /** JSON, of lists and of accounts elsewhere. */
  field_data: string
  order: number
  display_in_profile_summary?: boolean
  required: boolean
  editable_by_user: boolean
}

export const fieldTypes = { list: 3, account: 7 } as const

/** The account elsewhere that is none of those that the server knows. */
export const ownAccount = 'custom'

type Choices = Readonly<Record<string, { text: string; order: string }>>

/** The choices of a list, one in each line. */
export function linesOf(fieldData: string): string {
  return sorted(fieldData)
    .map(([, { text }]) => text)
    .join('\n')
}

/** A list of what stands in lines: what was there before keeps its key, so that who chose it still has. */
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

/** What an account elsewhere holds. */
export function accountOf(fieldData: string): { subtype: string; url_pattern: string } {
  const known = (fieldData === '' ? {} : JSON.parse(fieldData)) as Record<string, string>
  return { subtype: known['subtype'] ?? '', url_pattern: known['url_pattern'] ?? '' }
}
