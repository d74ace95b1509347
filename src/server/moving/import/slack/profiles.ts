import { cleanText, isRow, rowOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { ProfileFieldRecord, ProfileValueRecord } from '../records'
import type { People } from './people'

const fieldTypes = { shortText: 1, longText: 2 }
const maxShortText = 50
const standardFields: Record<string, string> = { title: 'Title', phone: 'Phone', skype: 'Skype' }

/** The profile fields that somebody has filled in, and their values. Source: docs/protocol/import.md#slack-profile. */
export function* profileRecords(
  people: People,
): Generator<ProfileFieldRecord | ProfileValueRecord> {
  const longest = new Map<string, number>()
  for (const [, values] of profilesOf(people)) {
    for (const [field, value] of values) {
      longest.set(field, Math.max(longest.get(field) ?? 0, value.length))
    }
  }
  for (const [key, length] of longest) {
    const fieldType = length > maxShortText ? fieldTypes.longText : fieldTypes.shortText
    yield { kind: 'profile-field', key, name: standardFields[key] ?? `Slack ${key}`, fieldType }
  }
  for (const [userKey, values] of profilesOf(people)) {
    for (const [fieldKey, value] of values)
      yield { kind: 'profile-value', fieldKey, userKey, value }
  }
}

function* profilesOf(people: People): Generator<[string, [string, string][]]> {
  for (const [id, row] of people.rows) {
    const profile = rowOf(row, 'profile')
    const standard = Object.keys(standardFields).map((field): [string, string] => [
      field,
      textOf(profile, field).trim(),
    ])
    yield [id, [...standard, ...customValues(profile)].filter(([, value]) => value !== '')]
  }
}

function customValues(profile: Row): [string, string][] {
  return Object.entries(rowOf(profile, 'fields')).map(([field, value]) => [
    cleanText(field),
    isRow(value) ? textOf(value, 'value').trim() : '',
  ])
}
