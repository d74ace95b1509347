import type { Config } from '../../config/config'
import { createFiles } from '../../stores/files/files'
import { openImapMailbox } from '../../stores/mail/imap-mailbox'
import { createMailTransport } from '../../stores/mail/transport'
import { readRedisFacts } from '../../stores/redis/facts'
import type { Finding } from './finding'
import { judgeRedis } from './redis'

const timeoutMs = 5_000

export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (!redisUrl) return []
  const each = await readRedisFacts(redisUrl)
  return each.flatMap((facts) => {
    const found = judgeRedis(facts)
    const subject = `Redis at ${facts.address}`
    return found.length > 0
      ? found
      : [{ subject, state: 'ok', text: `Redis ${facts.version} answers.` }]
  })
}

/** Logs in at the mail server, and sends nothing. */
export async function checkMail({ smtpUrl: url, mailFrom: from = '' }: Config): Promise<Finding[]> {
  if (url === undefined) {
    const text = 'SMTP_URL is not set: no mail is sent, and administrators pass links on.'
    return [{ subject: 'mail', state: 'ok', text }]
  }
  await createMailTransport({ url, from, timeoutMs }).check()
  return [{ subject: 'mail', state: 'ok', text: 'The mail server takes our login.' }]
}

/** Opens the mailbox of incoming mail. */
export async function checkMailbox({ mailInImapUrl: url }: Config): Promise<Finding[]> {
  if (url === undefined) return []
  const mailbox = await openImapMailbox({ url, timeoutMs })
  mailbox.close()
  return [{ subject: 'mailbox', state: 'ok', text: 'The mailbox of MAIL_IN_IMAP_URL can be read.' }]
}

/** Key of the file that is written to the bucket, read and deleted. */
const probeKey = 'doctor-probe'

/** Writes, reads and deletes a file of the bucket. */
export async function checkBucket({ uploadsS3, uploadsDir }: Config): Promise<Finding[]> {
  if (!uploadsS3) return []
  const subject = 'bucket'
  const { store } = createFiles({ folder: uploadsDir, s3: uploadsS3 })
  await store.put(probeKey, Buffer.from('probe'), 'text/plain')
  const read = await store.read(probeKey)
  read?.body.destroy()
  await store.delete([probeKey])
  if (read) return [{ subject, state: 'ok', text: `${uploadsS3.bucket} takes and returns files.` }]
  return [
    {
      subject,
      state: 'failed',
      text: `${uploadsS3.bucket} does not return a file that it took.`,
      advice: 'Check the rights of the access key: it needs to get, put and delete objects.',
    },
  ]
}
