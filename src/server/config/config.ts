import { withoutTrailing } from '../../shared/rules/characters'
import { randomBytes } from 'node:crypto'
import { availableParallelism, hostname } from 'node:os'
import { join } from 'node:path'
import { readApnsKey, readFcmAccount } from './push-keys'
import type { ApnsKey, FcmAccount } from './push-keys'
import { readEach } from './settings'
import type { Settings } from './settings'
import { ConfigError } from './settings/values'

export { ConfigError }

/** Settings that are combined before use. */
type Parts =
  | ('ownerEmail' | 'ownerPassword' | 'ownerApiKey' | 'heartbeatMs' | `s3${string}`)
  | ('fcmServiceAccount' | 'apnsKey' | 'apnsKeyId' | 'apnsTeamId')

/**
 * All settings; see {@link Settings} for the meaning of each. Durations and sizes carry their unit in the
 * name.
 */
export interface Config extends Omit<Settings, Parts> {
  /** Owner of the realm created at the first start; absent values are generated. */
  owner: { email: string; password: string | undefined; apiKey: string | undefined }
  /** Bounds of a poll's random waiting time, so that polls do not all come back at once. */
  heartbeatMs: { min: number; max: number }
  /**
   * Bucket of uploaded files, for which `uploadsDir` is then only temporary; absent: they stay in
   * `uploadsDir`.
   */
  uploadsS3: S3Config | undefined
  /** Keys for pushes to one's own mobile apps. */
  fcm: FcmAccount | undefined
  apns: ApnsKey | undefined
}

interface S3Config {
  bucket: string
  region: string
  /** Address of the service; absent: Amazon's own. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

/** @throws ConfigError naming the setting that is wrong */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const { ownerEmail, ownerPassword, ownerApiKey, heartbeatMs, ...others } = readEach(env)
  const { fcmServiceAccount, apnsKey, apnsKeyId, apnsTeamId, ...rest } = others
  const { s3Bucket, s3Region, s3Endpoint, s3AccessKeyId, s3SecretAccessKey, ...settings } = rest
  if (settings.redisUrl && !settings.databaseUrl) {
    throw new ConfigError(
      'REDIS_URL is set but DATABASE_URL is not: several workers need both. ' +
        'Set both, or neither for one embedded worker.',
    )
  }
  if (settings.smtpUrl && !settings.externalUrl) {
    throw new ConfigError(
      'SMTP_URL is set but EXTERNAL_URL is not: links in mails begin with it, and must not be made of ' +
        'what a client wrote.',
    )
  }
  checkMailIn(settings)
  return {
    ...settings,
    owner: { email: ownerEmail, password: ownerPassword, apiKey: ownerApiKey },
    externalHost: settings.externalHost.toLowerCase(),
    externalUrl: settings.externalUrl && withoutTrailing(settings.externalUrl, '/'),
    heartbeatMs: { min: Math.round(heartbeatMs * 0.9), max: Math.round(heartbeatMs * 1.1) },
    uploadsDir: settings.uploadsDir || join(settings.dataDir, 'uploads'),
    uploadsS3: checkS3({
      bucket: s3Bucket,
      region: s3Region,
      endpoint: s3Endpoint,
      accessKeyId: s3AccessKeyId,
      secretAccessKey: s3SecretAccessKey,
    }),
    fcm: readFcmAccount(fcmServiceAccount),
    apns: readApnsKey({ apnsKey, apnsKeyId, apnsTeamId }),
    workerId: settings.workerId || `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`,
  }
}

function checkMailIn({
  mailInAddress,
  mailInPort,
  mailInImapUrl,
  mailInTlsKey,
  mailInTlsCert,
}: Pick<
  Settings,
  'mailInAddress' | 'mailInPort' | 'mailInImapUrl' | 'mailInTlsKey' | 'mailInTlsCert'
>): void {
  if (mailInPort !== undefined && mailInAddress === undefined) {
    throw new ConfigError(
      'MAIL_IN_PORT is set but MAIL_IN_ADDRESS is not: mail comes in at the addresses that it gives.',
    )
  }
  if (mailInImapUrl !== undefined && mailInAddress === undefined) {
    throw new ConfigError(
      'MAIL_IN_IMAP_URL is set but MAIL_IN_ADDRESS is not: the mailbox gets the mail to these addresses.',
    )
  }
  if ((mailInTlsKey === '') !== (mailInTlsCert === '')) {
    throw new ConfigError('MAIL_IN_TLS_KEY and MAIL_IN_TLS_CERT need each other.')
  }
}

function checkS3(s3: S3Config): S3Config | undefined {
  if (s3.bucket === '') return undefined
  if (s3.accessKeyId !== '' && s3.secretAccessKey !== '') return s3
  throw new ConfigError(
    'UPLOADS_S3_BUCKET needs UPLOADS_S3_ACCESS_KEY_ID and UPLOADS_S3_SECRET_ACCESS_KEY.',
  )
}

/** Workers that share one PostgreSQL need Redis to share the queues as well; a single worker does not. */
export function describeStores(config: Config): string {
  const database = config.databaseUrl ? 'PostgreSQL' : `embedded database in ${config.dataDir}`
  const queues = config.redisUrl ? 'event queues in Redis' : 'event queues in this process'
  return `${database}, ${queues}, ${availableParallelism()} processors`
}

/** The envelope of a mail as mail servers tell it to a pipe; empty values count as unset, but for the sender of a report. */
export function envelopeInEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): {
  recipient: string | undefined
  sender: string | undefined
} {
  return { recipient: env['ORIGINAL_RECIPIENT'] || undefined, sender: env['SENDER'] }
}

/** The mail server, without the password in its address. */
export function describeMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): string {
  return smtpUrl === undefined
    ? 'no mail is sent: SMTP_URL is not set, so administrators pass links on themselves'
    : `mail goes to ${new URL(smtpUrl).host}`
}
