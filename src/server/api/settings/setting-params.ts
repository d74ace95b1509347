import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { converted, flag, json, text } from '../../http/declare/params'
import type { Param } from '../../http/declare/param'
import type { Setting, DeclaredSettings, SettingValues } from '../../chat/rules/settings/declare'

type SettingParams<D extends DeclaredSettings> = {
  [K in keyof D]: Param<SettingValues<D>[K] | undefined>
}

/**
 * An optional argument for each setting, with the setting's name. Texts may be in JSON quotes.
 * @param aliases older names of settings
 */
export function settingParams<D extends DeclaredSettings>(
  settings: D,
  aliases: { readonly [K in keyof D]?: readonly string[] } = {},
): SettingParams<D> {
  const entries = Object.entries(settings).map(([name, setting]) => [
    name,
    paramFor(setting, aliases[name] ?? []),
  ])
  return Object.fromEntries(entries) as SettingParams<D>
}

/** The settings that a call sent. */
export function sentSettings<D extends DeclaredSettings>(
  settings: D,
  params: Readonly<Record<string, unknown>>,
): Partial<SettingValues<D>> {
  const sent = Object.keys(settings).filter((name) => params[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [name, params[name]])) as Partial<SettingValues<D>>
}

function paramFor({ schema, decode }: Setting, aliases: readonly string[]): Param<unknown> {
  const options = { optional: true, aliases } as const
  if (decode) return converted<unknown>(schema, decode, options)
  if (schema['type'] === 'boolean') return flag(options)
  if (schema['type'] === 'integer') return json(schema, options)
  if (schema['type'] === 'string') {
    const { maxLength, pattern } = schema as { maxLength?: number; pattern?: string }
    return text({
      ...options,
      jsonQuoted: true,
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(pattern === undefined ? {} : { pattern: new RegExp(pattern) }),
    })
  }
  if (Value.Check(schema, null)) return timeLimitParam(schema, options)
  if (Value.Check(schema, -1)) return keepingTimeParam(schema, options)
  return isChoiceOfWords(schema)
    ? converted(schema, (raw) => fitting(schema, withoutQuotes(raw)), options)
    : json(schema, options)
}

/** A time limit; "no limit" has its own spellings, because `null` counts as an omitted argument. */
function timeLimitParam(
  schema: TSchema,
  options: { optional: true; aliases: readonly string[] },
): Param<unknown> {
  const decode = (raw: string) => {
    const word = withoutQuotes(raw.trim())
    if (word === 'unlimited' || word === '0') return null
    return /^\d+$/.test(word) ? fitting(schema, Number(word)) : undefined
  }
  const description = 'In seconds; `unlimited` or 0: no limit'
  return converted<unknown>(schema, decode, { ...options, description })
}

/** A retention time; "forever" has two spellings. */
function keepingTimeParam(
  schema: TSchema,
  options: { optional: true; aliases: readonly string[] },
): Param<unknown> {
  const decode = (raw: string) => {
    const word = withoutQuotes(raw.trim())
    if (word === 'unlimited') return -1
    return /^-?\d+$/.test(word) ? fitting(schema, Number(word)) : undefined
  }
  return converted<unknown>(schema, decode, {
    ...options,
    description: 'In days; `unlimited` or -1: for ever',
  })
}

function isChoiceOfWords(schema: TSchema): boolean {
  const choices = (schema['anyOf'] ?? []) as readonly { const?: unknown }[]
  return choices.length > 0 && choices.every((choice) => typeof choice.const === 'string')
}

function fitting(schema: TSchema, value: unknown): unknown {
  return Value.Check(schema, value) ? value : undefined
}

function withoutQuotes(raw: string): string {
  return raw.replace(/^"(.*)"$/s, '$1')
}
