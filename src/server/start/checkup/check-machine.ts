import { accessSync, constants, existsSync } from 'node:fs'
import type { Config } from '../../config/config'
import { packageVersion } from '../../lib/version'
import { freeBytes, leastFreeBytes } from './free-space'
import type { Finding } from './finding'

const oldestNode = [20, 19] as const
/** A week of exports, or an upload, can take so much. */
const comfortableBytes = 1024 ** 3

export function checkVersions(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const subject = 'versions'
  const text = `Parley ${packageVersion} on Node ${process.versions.node}.`
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) {
    return [{ subject, state: 'ok', text }]
  }
  return [
    { subject, state: 'failed', text, advice: `Install Node ${oldestNode.join('.')} or newer.` },
  ]
}

/** Judges combinations of settings that are valid, and rarely meant. */
export function checkSettings({
  externalUrl,
  trustProxy,
  host,
  redisUrl,
  databaseUrl,
}: Config): Finding[] {
  const subject = 'settings'
  const found: Finding[] = []
  const warn = (text: string, advice: string): void =>
    void found.push({ subject, state: 'warning', text, advice })
  const isSecure = externalUrl?.startsWith('https:') === true
  if (isSecure && trustProxy === undefined) {
    warn(
      'EXTERNAL_URL is at https, and TRUST_PROXY names no proxy: requests of browsers are refused, and all clients share their limits.',
      'Set TRUST_PROXY to the address of the proxy that ends TLS.',
    )
  }
  if (externalUrl !== undefined && !isSecure && !isLocal(new URL(externalUrl).hostname)) {
    warn(
      'EXTERNAL_URL is at http: passwords and keys cross the network in plain, and browsers allow no push notifications.',
      'Put a proxy with TLS in front, and set EXTERNAL_URL to its https address.',
    )
  }
  if (externalUrl === undefined && !isLocal(host)) {
    warn(
      `The server listens at ${host}, and EXTERNAL_URL is not set.`,
      'Set EXTERNAL_URL to the address that people use.',
    )
  }
  if (databaseUrl !== undefined && redisUrl === undefined) {
    warn(
      'DATABASE_URL is set and REDIS_URL is not: only one worker can serve, and a restart ends all event queues.',
      'Set REDIS_URL to run several workers.',
    )
  }
  return found.length > 0 ? found : [{ subject, state: 'ok', text: 'The settings are valid.' }]
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host.startsWith('127.') || host === '::1' || host === '[::1]'
}

/** Space and rights of the folders that the server writes to. */
export async function checkDisk({ dataDir, uploadsDir, databaseUrl }: Config): Promise<Finding[]> {
  const folders = new Map([['UPLOADS_DIR', uploadsDir]])
  if (!databaseUrl) folders.set('DATA_DIR', dataDir)
  const found: Finding[] = []
  for (const [setting, folder] of folders) found.push(await checkFolder(setting, folder))
  return found
}

async function checkFolder(setting: string, folder: string): Promise<Finding> {
  const subject = 'disk'
  const free = await freeBytes(folder)
  if (free === undefined) {
    return { subject, state: 'ok', text: `${folder} (${setting}) does not exist yet.` }
  }
  if (existsSync(folder) && !isWritable(folder)) {
    return {
      subject,
      state: 'failed',
      text: `This account may not write to ${folder} (${setting}).`,
      advice: 'Give the folder to the account of the server, and run this command as that account.',
    }
  }
  const state = free < leastFreeBytes ? 'failed' : free < comfortableBytes ? 'warning' : 'ok'
  const text = `${Math.floor(free / 1024 ** 2)} MiB are free for ${folder} (${setting}).`
  return state === 'ok'
    ? { subject, state, text }
    : { subject, state, text, advice: 'Free some space.' }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
