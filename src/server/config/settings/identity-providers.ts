import { readFileSync } from 'node:fs'
import { ConfigError } from './values'

/* Identity providers that the operator sets up for organizations. Source: docs/protocol/single-sign-on.md#operator-providers. */

/** A provider as the operator wrote it; its options are checked when the server starts. */
export interface WrittenProvider {
  slug: string
  kind: string
  displayName: string
  options: Readonly<Record<string, unknown>>
  /** XML that describes a SAML provider. */
  metadata: string | undefined
  secret: string | undefined
  isEnabled: boolean
  signsUpAtOnce: boolean
  /** Rules for claims, checked like the options. */
  claimRules: readonly unknown[]
  /** Subdomains, `''` for the default organization; undefined: all organizations. */
  organizations: readonly string[] | undefined
}

const variable = 'IDENTITY_PROVIDERS'

/**
 * Reads the list of providers.
 *
 * @param text a list as JSON, the path of a file that has one, or ''
 * @throws ConfigError that names the provider and the field
 */
export function readIdentityProviders(text: string): WrittenProvider[] {
  if (text === '') return []
  const json = text.startsWith('[') ? text : readFile(text, `${variable} names`)
  const list = parse(json)
  if (!Array.isArray(list)) throw new ConfigError(`${variable} must be a list as JSON.`)
  return list.map(readProvider)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // The text has secrets, so the sentence does not repeat it.
    throw new ConfigError(`${variable} must be a list as JSON, or the path of a file with one.`)
  }
}

const fields = [
  ...['slug', 'kind', 'display_name', 'options', 'metadata', 'metadata_file', 'secret'],
  ...['secret_file', 'is_enabled', 'signs_up_at_once', 'claim_rules', 'organizations'],
]

function readProvider(given: unknown, index: number): WrittenProvider {
  const written = isObject(given) ? given : {}
  const { slug } = written
  const name = typeof slug === 'string' ? `"${slug}"` : `number ${index + 1}`
  const refuse = (why: string): never => {
    throw new ConfigError(`${variable}, provider ${name}: ${why}`)
  }
  if (!isObject(given)) return refuse('it must be an object.')
  const unknown = Object.keys(written).find((field) => !fields.includes(field))
  if (unknown !== undefined) refuse(`there is no field ${unknown}.`)

  const text = (field: string): string | undefined => {
    const { [field]: value } = written
    if (value === undefined || typeof value === 'string') return value
    return refuse(`${field} must be a text.`)
  }
  const required = (field: string): string => text(field) || refuse(`it needs ${field}.`)
  const flag = (field: string, byDefault: boolean): boolean => {
    const { [field]: value = byDefault } = written
    return typeof value === 'boolean' ? value : refuse(`${field} must be true or false.`)
  }
  const textOrFile = (field: string): string | undefined => {
    const path = text(`${field}_file`)
    if (path === undefined) return text(field)
    if (text(field) !== undefined) refuse(`it has either ${field} or ${field}_file.`)
    return readFile(path, `${variable}, provider ${name}: ${field}_file names`).trimEnd()
  }
  const { options = {}, claim_rules: claimRules = [], organizations } = written
  if (!isObject(options)) return refuse('options must be an object.')
  if (!Array.isArray(claimRules)) return refuse('claim_rules must be a list.')
  if (organizations !== undefined && !isTexts(organizations)) {
    return refuse('organizations must be a list of subdomains.')
  }
  return {
    slug: required('slug'),
    kind: required('kind'),
    displayName: required('display_name'),
    options,
    metadata: textOrFile('metadata'),
    secret: textOrFile('secret'),
    isEnabled: flag('is_enabled', true),
    signsUpAtOnce: flag('signs_up_at_once', false),
    claimRules,
    organizations,
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function readFile(path: string, naming: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(`${naming} ${path}, which cannot be read.`)
  }
}
