import { Type } from '@sinclair/typebox'
import type { Static, TSchema } from '@sinclair/typebox'
import type { StoredSettings } from '../../../data/schema'

/** A setting: the schema of its values, and its default. */
export interface Setting<S extends TSchema = TSchema> {
  readonly schema: S
  readonly default: Static<S>
  /** Parses the argument if the schema's type is not enough; answers undefined for an invalid text. */
  readonly decode?: (raw: string) => unknown
}

export type DeclaredSettings = Readonly<Record<string, Setting>>

/** The values of a set of settings, by name. */
export type SettingValues<D extends DeclaredSettings> = {
  readonly [K in keyof D]: Static<D[K]['schema']>
}

export function setting<S extends TSchema>(schema: S, defaultValue: Static<S>): Setting<S> {
  return { schema, default: defaultValue }
}

export const toggle = (defaultValue: boolean) => setting(Type.Boolean(), defaultValue)

/** A setting with a fixed list of values; the first is the default. */
export function choice<C extends string | number>(...choices: [C, ...C[]]) {
  return setting(Type.Union(choices.map((each) => Type.Literal(each))), choices[0])
}

/** A whole number within bounds. */
export function number(defaultValue: number, bounds: { minimum: number; maximum: number }) {
  return setting(Type.Integer(bounds), defaultValue)
}

/** A time limit in seconds; null: no limit. */
export function timeLimit(defaultValue: number | null) {
  const seconds = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
  return setting(Type.Union([seconds, Type.Null()]), defaultValue)
}

/** A retention time in days; -1: forever. */
export function keepingTime() {
  const days = Type.Integer({ minimum: 1, maximum: 36_500 })
  return setting(Type.Union([Type.Literal(-1), days], { description: 'In days; -1: for ever' }), -1)
}

/** A language tag such as `en` or `zh-Hans`. */
export const language = () =>
  setting(Type.String({ pattern: '^[A-Za-z]{2,3}([-_@][A-Za-z0-9]{2,8})*$', maxLength: 50 }), 'en')

/** The default values of settings, by name. */
export function defaultsOf<D extends DeclaredSettings>(settings: D): SettingValues<D> {
  return mapSettings(settings, (each) => each.default) as SettingValues<D>
}

/** The schemas of settings, by name. */
export function schemasOf<D extends DeclaredSettings>(
  settings: D,
): { [K in keyof D]: D[K]['schema'] } {
  return mapSettings(settings, (each) => each.schema) as { [K in keyof D]: D[K]['schema'] }
}

/** The settings to store after a change: only values that differ from their default. */
export function storedAfter(
  settings: DeclaredSettings,
  stored: StoredSettings,
  chosen: Readonly<Record<string, unknown>>,
): StoredSettings {
  const values = { ...stored, ...chosen }
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => settings[name]?.default !== value),
  )
}

function mapSettings<T>(settings: DeclaredSettings, read: (each: Setting) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(settings).map(([name, each]) => [name, read(each)]))
}
