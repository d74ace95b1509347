import type { Command } from 'commander'
import { listUnpostedMails } from '../server/data/mail/incoming'
import type { UnpostedMail } from '../server/data/mail/incoming'
import { listUndeliverable } from '../server/data/mail/bounces'
import { countMails, forgetMails, listTroubledMails, reviveMails } from '../server/data/mail/queue'
import { describeMail } from '../server/config/config'
import type { AppContext } from '../server/context'
import { BadRequestError } from '../server/chat/rules/errors'
import { isMailOn } from '../server/chat/notify/mail/enqueue'
import { sendTestMail } from '../server/chat/jobs/mail/test-mail'
import { getRealmNamed } from '../server/chat/actions/realms/find-realm'
import { realmOption, runOnStores } from './action'
import type { Outcome } from './action'

interface Options {
  status?: boolean
  retry?: string
  forget?: string
  test?: string
  realm: string
}

const listedMails = 50

/** The operator's commands for mail: list waiting and failed mails, and retry them. */
export function addMailCommand(program: Command): void {
  const command = program
    .command('mail')
    .description(
      'list waiting and failed mails, and those that came in and were not posted; send failed ones again, or delete them',
    )
    .option('--status', 'list waiting, failed and dropped mails (default)')
    .option('--retry <ids>', 'send failed mails again: ids separated by commas, or all')
    .option('--forget <ids>', 'delete failed mails: ids separated by commas, or all')
    .option('--test <address>', 'send a test mail now, and print the answer of the mail server')
    .option(...realmOption)

  runOnStores<Options>(command, async (ctx, { retry, forget, test, realm }) => {
    const { query } = ctx.db
    if (test !== undefined) {
      await sendTestMail(ctx, await getRealmNamed(ctx, realm), test)
      return { sentence: `The mail server took a mail to ${test}.`, data: { sent_to: test } }
    }
    if (retry !== undefined) {
      const ids = await reviveMails(ctx.db.dated(), idsOf(retry))
      return { sentence: `${ids.length} mails will be sent again.`, data: { retried: ids } }
    }
    if (forget !== undefined) {
      const ids = await forgetMails(query, idsOf(forget))
      return { sentence: `${ids.length} mails are forgotten.`, data: { forgotten: ids } }
    }
    return status(ctx)
  })
}

async function status(ctx: AppContext): Promise<Outcome> {
  const counts = await countMails(ctx.db.dated())
  const troubled = await listTroubledMails(ctx.db.query, listedMails)
  const lines = troubled.map(
    ({ id, failed_at, recipient, template, attempts, last_error, realm }) =>
      `${id}  ${failed_at ? 'given up' : 'waits'}  ${recipient}  ${template}` +
      `${realm === '' ? '' : `  (${realm})`}  after ${attempts} attempts: ${last_error}`,
  )
  const undeliverable = await listUndeliverable(ctx.db.query, listedMails)
  const unposted = await listUnpostedMails(ctx.db.query, listedMails)
  const { waiting, delayed, failed, sent, oldestWaiting } = counts
  return {
    sentence: [
      `${capitalized(describeMail(ctx.config))}.`,
      `${sent} sent in the last day, ${waiting} waiting (${delayed} of them tried in vain), ${failed} given up.`,
      ...(oldestWaiting ? [`The oldest waits since ${oldestWaiting.toISOString()}.`] : []),
      ...lines,
      ...undeliverable.map(({ address, reason }) => `${address} takes no mail: ${reason}`),
      ...unposted.map(lineOf),
    ].join('\n'),
    data: {
      is_on: isMailOn(ctx),
      ...{ sent, waiting, delayed, failed },
      oldest_waiting: oldestWaiting?.toISOString() ?? null,
      undeliverable: undeliverable.map(({ address, realm, reason }) => ({
        address,
        realm,
        reason,
      })),
      not_posted: unposted.map(({ received_at, envelope_from, ...mail }) => ({
        received: received_at.toISOString(),
        from: envelope_from,
        ...mail,
      })),
      troubled: troubled.map((mail) => ({
        id: mail.id,
        realm: mail.realm,
        to: mail.recipient,
        template: mail.template,
        attempts: mail.attempts,
        error: mail.last_error,
        given_up: mail.failed_at?.toISOString() ?? null,
        due: mail.failed_at ? null : mail.due_at.toISOString(),
      })),
    },
  }
}

function lineOf(mail: UnpostedMail): string {
  const from = mail.envelope_from === '' ? '<>' : (mail.envelope_from ?? 'an unknown sender')
  const to = mail.stream === null ? '' : ` to #${mail.stream}`
  const realm = mail.realm === '' ? '' : ` (${mail.realm})`
  const reason = mail.reason === null ? '' : `: ${mail.reason}`
  return `${mail.received_at.toISOString()}  from ${from}${to}${realm}  ${mail.outcome}${reason}`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** @returns undefined for `all`. @throws BadRequestError for text that is not a list of ids */
function idsOf(text: string): number[] | undefined {
  if (text === 'all') return undefined
  const ids = text.split(',').map((part) => part.trim())
  if (!ids.every((id) => /^\d{1,15}$/.test(id))) {
    throw new BadRequestError(`'${text}' is neither 'all' nor ids with commas between.`)
  }
  return ids.map(Number)
}
