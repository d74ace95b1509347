import { countCharacters } from '../../../../shared/rules/characters'
import { BadRequestError } from '../errors'
import { sizeLimits } from '../limits'
import { externalAccounts, fieldTypes } from './types'
import type { ExternalAccount } from './types'

/*
 * `field_data` of a profile field: the choices of a list, or the site of an external account.
 * Source: docs/protocol/accounts.md#field-data.
 */

/** The choices of a list, keyed by the value that profiles store. */
export type Choices = Readonly<Record<string, { text: string; order: string }>>

export type ExternalAccountData = { subtype: string; url_pattern?: string }

/**
 * Field data as it is stored: JSON text, or '' for types without field data.
 * @throws BadRequestError for invalid data
 */
export function checkFieldData(type: number, data: unknown): string {
  if (type === fieldTypes.choice) return JSON.stringify(checkChoices(data))
  if (type === fieldTypes.externalAccount) return JSON.stringify(checkExternalAccount(data))
  if (isNothing(data)) return ''
  throw new BadRequestError('Fields of this type have no field_data.')
}

/** Whether the data is empty, in one of the forms that clients send for types without field data. */
function isNothing(data: unknown): boolean {
  return data === '' || data === null || Object.keys(asObject(data)).length === 0
}

function checkChoices(data: unknown): Choices {
  const entries = Object.entries(asObject(data))
  if (entries.length === 0) throw new BadRequestError('Field must have at least one choice.')
  if (entries.length > sizeLimits.profileFieldChoices) {
    throw new BadRequestError(`Too many choices (limit: ${sizeLimits.profileFieldChoices})`)
  }
  const choices = entries.map(([key, choice]) => [key, checkChoice(key, choice)] as const)
  const texts = new Set(choices.map(([, { text }]) => text))
  if (texts.size < choices.length) {
    throw new BadRequestError('Field must not have duplicate choices.')
  }
  return Object.fromEntries(choices)
}

function checkChoice(key: string, choice: unknown): Choices[string] {
  const { text, order } = asObject(choice)
  if (key.trim() === '') throw new BadRequestError("'value' cannot be blank.")
  if (typeof text !== 'string' || text.trim() === '') {
    throw new BadRequestError('field_data["text"] cannot be blank.')
  }
  if (typeof order !== 'string' || order.trim() === '') {
    throw new BadRequestError('field_data["order"] cannot be blank.')
  }
  if (countCharacters(text) > choiceCharacters || countCharacters(key) > choiceCharacters) {
    throw new BadRequestError(
      `field_data["text"] is too long (limit: ${choiceCharacters} characters)`,
    )
  }
  if (order.length > choiceCharacters) {
    throw new BadRequestError(
      `field_data["order"] is too long (limit: ${choiceCharacters} characters)`,
    )
  }
  return { text: text.trim(), order }
}

const choiceCharacters = 100

function checkExternalAccount(data: unknown): ExternalAccountData {
  const { subtype, url_pattern: pattern } = asObject(data)
  if (typeof subtype !== 'string' || subtype === '') {
    throw new BadRequestError('Invalid external account type')
  }
  if (subtype !== 'custom') {
    if (!Object.hasOwn(externalAccounts, subtype)) {
      throw new BadRequestError('Invalid external account type')
    }
    return { subtype }
  }
  if (typeof pattern !== 'string' || pattern === '') {
    throw new BadRequestError('Custom external account must define URL pattern')
  }
  if (!isPattern(pattern)) throw new BadRequestError('Malformed URL pattern.')
  return { subtype, url_pattern: pattern }
}

/** Whether a pattern contains the placeholder once and is a web URL when it is filled in. */
function isPattern(pattern: string): boolean {
  if (pattern.length > 1_000 || pattern.split(username).length !== 2) return false
  return isWebAddress(pattern.replace(username, 'username'))
}

const username = '%(username)s'

/** Whether a text is an absolute http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

function asObject(data: unknown): Record<string, unknown> {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  if (!isObject) throw new BadRequestError('field_data is not a dict')
  return data as Record<string, unknown>
}

/** The choices of a list field. */
export function choicesOf({ field_data }: { field_data: string }): Choices {
  return JSON.parse(field_data) as Choices
}

/** The predefined external account of a field; undefined for other fields. */
export function knownAccountOf(field: {
  field_type: number
  field_data: string
}): (ExternalAccount & { subtype: string }) | undefined {
  if (field.field_type !== fieldTypes.externalAccount) return undefined
  const { subtype } = JSON.parse(field.field_data) as ExternalAccountData
  const known = externalAccounts[subtype]
  return known && { ...known, subtype }
}
