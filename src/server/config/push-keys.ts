import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError } from './settings/values'

/* Keys for pushes to mobile apps. The settings name files, so that no key stands in the environment. */

/** A service account of the project of an Android app. */
export interface FcmAccount {
  projectId: string
  clientEmail: string
  keyId: string
  key: KeyObject
  /** URL that issues access tokens to the account. */
  tokenUrl: string
}

/** The key of a developer team for APNs. */
export interface ApnsKey {
  keyId: string
  teamId: string
  key: KeyObject
}

/** @throws ConfigError */
export function readFcmAccount(path: string): FcmAccount | undefined {
  if (path === '') return undefined
  const refuse = (why: string): never => {
    throw new ConfigError(`FCM_SERVICE_ACCOUNT names ${path}, which ${why}.`)
  }
  const text = readText(path) ?? refuse('cannot be read')
  try {
    const account = JSON.parse(text) as Record<string, unknown>
    const field = (name: string): string => {
      const value = account[name]
      return typeof value === 'string' && value !== '' ? value : refuse(`has no ${name}`)
    }
    return {
      projectId: field('project_id'),
      clientEmail: field('client_email'),
      keyId: field('private_key_id'),
      key: createPrivateKey(field('private_key')),
      tokenUrl: new URL(field('token_uri')).href,
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    return refuse('is no service account')
  }
}

/** @throws ConfigError */
export function readApnsKey({
  apnsKey: path,
  apnsKeyId: keyId,
  apnsTeamId: teamId,
}: {
  apnsKey: string
  apnsKeyId: string
  apnsTeamId: string
}): ApnsKey | undefined {
  if (path === '' && keyId === '' && teamId === '') return undefined
  if (path === '' || keyId === '' || teamId === '') {
    throw new ConfigError('APNS_KEY, APNS_KEY_ID and APNS_TEAM_ID need each other.')
  }
  const text = readText(path)
  if (text === undefined) {
    throw new ConfigError(`APNS_KEY names ${path}, which cannot be read.`)
  }
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'ec') return { keyId, teamId, key }
  } catch {
    // As below.
  }
  throw new ConfigError(`APNS_KEY names ${path}, which is no key for APNs (.p8).`)
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
