import { Type } from '@sinclair/typebox'
import type { Static, TSchema } from '@sinclair/typebox'
import type { StoredSettings } from '../../db/schema'

/** Something that can be chosen: what it may be, and what it is until somebody chooses. */
export interface Setting<S extends TSchema = TSchema> {
  readonly schema: S
  readonly default: Static<S>
  /** How an argument is read, where its type does not say it; undefined: it cannot be. */
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

/** A setting with several words or numbers to choose from, of which the first is the default. */
export function choice<C extends string | number>(...choices: [C, ...C[]]) {
  return setting(Type.Union(choices.map((each) => Type.Literal(each))), choices[0])
}

/** A whole number within bounds. */
export function number(defaultValue: number, bounds: { minimum: number; maximum: number }) {
  return setting(Type.Integer(bounds), defaultValue)
}

/** A setting that says for how many seconds something can be done; null: for ever. */
export function timeLimit(defaultValue: number | null) {
  const seconds = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
  return setting(Type.Union([seconds, Type.Null()]), defaultValue)
}

/** A setting that says for how many days something is kept; -1: for ever. */
export function keepingTime() {
  const days = Type.Integer({ minimum: 1, maximum: 36_500 })
  return setting(Type.Union([Type.Literal(-1), days], { description: 'In days; -1: for ever' }), -1)
}

/** A tag such as `en` or `zh-Hans`. */
export const language = () =>
  setting(Type.String({ pattern: '^[A-Za-z]{2,3}([-_@][A-Za-z0-9]{2,8})*$', maxLength: 50 }), 'en')

/** Values of settings where nobody chose. */
export function defaultsOf<D extends DeclaredSettings>(settings: D): SettingValues<D> {
  return mapSettings(settings, (each) => each.default) as SettingValues<D>
}

/** Schemas of settings by name, for documentation. */
export function schemasOf<D extends DeclaredSettings>(
  settings: D,
): { [K in keyof D]: D[K]['schema'] } {
  return mapSettings(settings, (each) => each.schema) as { [K in keyof D]: D[K]['schema'] }
}

/** The settings to be stored once some values are chosen: only what differs from the defaults. */
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
