import { withoutTrailing } from '../../../../../shared/rules/characters'
import { randomInt } from 'node:crypto'
import type { AppContext } from '../../../../context'
import type { PushBouncerRow } from '../../../../data/schema'
import { serverVersion } from '../../../../wire/server-version'
import { callService } from './service-call'
import type { ServiceAnswer } from './service-call'

/** Shorter than a third of the lease of a push. */
const timeoutMs = 8_000

export type BouncerContext = Pick<AppContext, 'clock' | 'config' | 'db' | 'log'>

/** A registration by which a bouncer knows this server. */
export type BouncerAccount = Pick<PushBouncerRow, 'url' | 'org_id' | 'org_key'>

/** Calls the bouncer as the registered server; an object is sent as JSON. @throws Node's error if there is no answer */
export async function callBouncer(
  account: BouncerAccount,
  path: string,
  body: URLSearchParams | object,
): Promise<ServiceAnswer> {
  const { org_id, org_key } = account
  const credentials = Buffer.from(`${org_id}:${org_key}`).toString('base64')
  return postToBouncer(account, path, body, { authorization: `Basic ${credentials}` })
}

/** Calls the bouncer without credentials, as a registration does. */
export async function postToBouncer(
  { url }: Pick<BouncerAccount, 'url'>,
  path: string,
  body: URLSearchParams | object,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServiceAnswer> {
  const isForm = body instanceof URLSearchParams
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return callService(new URL(`${withoutTrailing(url, '/')}/api/v1/remotes/${path}`), {
    headers: {
      'user-agent': `ZulipServer/${serverVersion.zulip_version}`,
      'content-type': type,
      ...headers,
    },
    body: isForm ? body.toString() : JSON.stringify(body),
    timeoutMs,
  })
}

/** Random letters and digits. */
export function randomLetters(length: number): string {
  const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
}

/** The secret that proves to a bouncer that an organization is the same. */
export function newSecret(): string {
  return `zuliprealm_${randomLetters(32)}`
}
