import type { Config } from '../../config/config'
import { checkDatabase } from './check-database'
import { checkDisk, checkSettings, checkVersions } from './check-machine'
import { checkPushes } from './check-pushes'
import { checkBucket, checkMail, checkMailbox, checkRedis } from './check-services'
import { reasonOf, remedyOf } from './explain-failure'
import type { Finding } from './finding'

interface Check {
  subject: string
  look: (config: Config) => Finding[] | Promise<Finding[]>
  /** The remedy if the look itself fails. */
  advice: string
}

const checks: readonly Check[] = [
  { subject: 'versions', look: checkVersions, advice: 'Install Parley again.' },
  { subject: 'settings', look: checkSettings, advice: 'Look at EXTERNAL_URL.' },
  { subject: 'disk', look: checkDisk, advice: 'Look at DATA_DIR, UPLOADS_DIR and their rights.' },
  {
    subject: 'database',
    look: checkDatabase,
    advice: 'Is it running, and is DATABASE_URL or DATA_DIR right?',
  },
  { subject: 'Redis', look: checkRedis, advice: 'Is it running, and is REDIS_URL right?' },
  {
    subject: 'mail',
    look: checkMail,
    advice: 'Look at SMTP_URL, and at the log of the mail server.',
  },
  { subject: 'mailbox', look: checkMailbox, advice: 'Look at MAIL_IN_IMAP_URL.' },
  {
    subject: 'pushes',
    look: checkPushes,
    advice: 'Let the server connect to the service: see the firewall and the DNS.',
  },
  {
    subject: 'bucket',
    look: checkBucket,
    advice: 'Look at the settings UPLOADS_S3_…, and at the rights of the access key.',
  },
]

/** Looks at everything that an operator can set or break. A check that fails is a finding, not an error. */
export async function examine(config: Config): Promise<Finding[]> {
  const all = checks.map(async ({ subject, look, advice }): Promise<Finding[]> => {
    try {
      return await look(config)
    } catch (error) {
      const reason = reasonOf(error)
      const remedy = remedyOf(reason)
      const text = `The check failed: ${reason}.`
      return [{ subject, state: 'failed', text, advice: remedy ? `${remedy} ${advice}` : advice }]
    }
  })
  return (await Promise.all(all)).flat()
}
