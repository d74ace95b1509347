import type { Command } from 'commander'
import type { AppContext } from '../server/context'
import {
  findFirstRecipient,
  MailTooLargeError,
  maxMailBytes,
  receiveMail,
} from '../server/mail-in/receive'
import { envelopeInEnvironment } from '../server/config/config'
import { recipientsOfRaw } from '../server/mail-in/reading/raw-headers'
import { BadRequestError } from '../server/chat/rules/errors'
import { jsonOption, reportFailure } from './action'
import { withContext } from './with-context'

/** Exit codes as mail servers know them from sysexits.h; with any other than `later` they give a mail up. */
const exitCodes = { taken: 0, tooLarge: 65, noRecipient: 67, later: 75 } as const

interface Options {
  recipient?: string
  sender?: string
  json?: boolean
}

/** The end of a pipe from a mail server. Source: docs/protocol/mail-in.md#pipe. */
export function addMailInCommand(program: Command): void {
  const command = program
    .command('mail-in')
    .description('take a mail from stdin, for pipes of mail servers')
    .option(
      '--recipient <address>',
      'recipient of the envelope; default: $ORIGINAL_RECIPIENT, or else the headers',
    )
    .option('--sender <address>', 'sender of the envelope; default: $SENDER')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExit codes: 0 taken, 65 too large, 67 no such recipient, 75 try again later.',
    )
  command.action(async () => {
    const options = command.opts<Options>()
    try {
      const needs = { needsSchema: true, makesDatabase: false }
      const addresses = await withContext(needs, (ctx) => take(ctx, options))
      console.log(options.json ? JSON.stringify({ recipients: addresses }) : 'The mail is taken.')
    } catch (error) {
      reportFailure(error, options)
      process.exitCode = codeOf(error)
    }
  })
}

/** The mail names no address of this server. */
class NoRecipientError extends BadRequestError {}

async function take(ctx: AppContext, options: Options): Promise<string[]> {
  const envelope = envelopeInEnvironment()
  const raw = await readInput(maxMailBytes(ctx))
  const named = options.recipient ?? envelope.recipient
  const recipient = await findFirstRecipient(ctx, named ? [named] : recipientsOfRaw(raw))
  if (!recipient) throw new NoRecipientError('No such recipient.')
  const envelopeFrom = options.sender ?? envelope.sender
  await receiveMail(ctx, { recipients: [recipient], envelopeFrom, raw })
  return [recipient.address]
}

async function readInput(maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) throw new MailTooLargeError()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function codeOf(error: unknown): number {
  if (error instanceof NoRecipientError) return exitCodes.noRecipient
  if (error instanceof MailTooLargeError) return exitCodes.tooLarge
  // Failures of this server pass, and so do limits.
  return exitCodes.later
}
