import { accountSettings } from './settings/accounts'
import { eventQueueSettings } from './settings/event-queues'
import { mailSettings } from './settings/mail'
import { operationSettings } from './settings/operation'
import { serverSettings } from './settings/server'
import { serviceSettings } from './settings/services'
import { storeSettings } from './settings/stores'
import { uploadSettings } from './settings/uploads'
import type { Setting } from './settings/values'

/**
 * Every setting of the server, in the order of docs/settings.md. Types, values, `--help` and that page all
 * derive from this object.
 */
export const settings = {
  ...serverSettings,
  ...accountSettings,
  ...mailSettings,
  ...storeSettings,
  ...eventQueueSettings,
  ...uploadSettings,
  ...serviceSettings,
  ...operationSettings,
}

/** The values of all settings, before they are combined. */
export type Settings = {
  [Key in keyof typeof settings]: (typeof settings)[Key] extends Setting<infer Value>
    ? Value
    : never
}

/**
 * The values of all settings; an unset and an empty variable mean the same.
 * @throws ConfigError naming the setting that is wrong
 */
export function readEach(env: Readonly<Record<string, string | undefined>>): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([key, { name, byDefault, read }]) => [
      key,
      read(env[name]?.trim() || byDefault, name),
    ]),
  ) as Settings
}

/** The settings as a table for `--help`. */
export function describeSettings(): string {
  const all = Object.values(settings)
  const width = Math.max(...all.map(({ name }) => name.length))
  return all
    .map(({ name, byDefault, description }) => {
      const suffix = byDefault === '' ? '' : ` [${byDefault}]`
      return `  ${name.padEnd(width)}  ${description}${suffix}`
    })
    .join('\n')
}

/** The settings as the table of docs/settings.md. */
export function tabulateSettings(): string {
  const rows = Object.values(settings).map(({ name, byDefault, description }) => {
    const value = byDefault === '' ? '' : `\`${byDefault}\``
    return `| \`${name}\` | ${value} | ${description.replaceAll('|', '\\|')} |`
  })
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}
