import type { ProfileField, State } from '../../data/records/state'

/* Values of profile fields as people read them. Source: docs/protocol/accounts.md#profile-fields. */

/** Text of the chosen option of a list; the value itself if the list no longer has that option. */
export function choiceText({ field_data: data }: Pick<ProfileField, 'field_data'>, value: string) {
  const choices = readData(data) as Readonly<Record<string, { text?: string } | undefined>>
  return choices[value]?.text ?? value
}

type Services = State['realm_default_external_accounts']

/** Data of an external account field. */
export type AccountData = { subtype: string } & Pick<Services[keyof Services], 'url_pattern'>

/** Address of an account on another service; undefined if the field names no known service. */
export function accountAddress(
  { field_data: data }: Pick<ProfileField, 'field_data'>,
  name: string,
  services: Services,
): string | undefined {
  const { subtype, url_pattern: own } = readData(data) as Partial<AccountData>
  const known = Object.entries(services).find(([service]) => service === subtype)
  const pattern = known?.[1].url_pattern ?? own
  return pattern?.replace('%(username)s', () => encodeURIComponent(name))
}

/** Whether an address is one of the web: others, such as `javascript:`, must not become links. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

function readData(data: string): object {
  try {
    const found: unknown = JSON.parse(data)
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {}
  }
}
