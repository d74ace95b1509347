import { withoutTrailing } from '../../shared/rules/characters'
import { ApiError } from '../lib/api-error'
import { encloseCode } from '../../shared/rules/fences'
import { fileLabel } from '../../shared/rules/file-label'
import { uploadUrl } from '../wire/uploads'
import type { AppContext } from '../context'
import type { UserWithRealm } from '../data/users/users'
import type { IncomingFile } from '../stores/files/incoming'
import { sayingIn } from '../text/i18n/languages'
import { uploadFile } from '../chat/actions/uploads/attachments'
import { sizeLimits } from '../chat/rules/limits'
import { realmSettingsOf } from '../chat/rules/realms/settings'
import { withoutMentions } from '../chat/rules/messages/quoting'
import { eventText } from './event-text'
import type { ReadMail } from './read-mail'

const noBody = '(No email body)'
const truncated = '\n[message truncated]'

/** The accounts behind an address of a stream. */
export interface Writers {
  /** The account that sends the message. */
  sender: UserWithRealm
  /** The account whose rights and space count: for Email Gateway, the person who asked for the address. */
  writer: UserWithRealm
}

export type ContentContext = Pick<AppContext, 'clock' | 'config' | 'db' | 'files' | 'log'>

/** The way in which a text becomes a message. */
interface ContentOptions {
  showSender: boolean
  /** Whether the text is a block of code. */
  asCode: boolean
  /** Whether mentions notify. */
  mentions: boolean
}

/**
 * Writes the content of the message of a mail, and stores the mail's files as uploads of the sender.
 * @returns undefined for a mail without text and files
 * Sources: docs/protocol/mail-in.md#body, docs/protocol/mail-in.md#files.
 */
export async function writeContent(
  ctx: ContentContext,
  writers: Writers,
  { from, isEmpty, body, event, files }: ReadMail,
  { showSender, asCode, mentions }: ContentOptions,
): Promise<string | undefined> {
  if (isEmpty) return undefined
  const say = sayingIn(realmSettingsOf(writers.sender).default_language)
  const links: string[] = []
  for (const file of files) links.push(await linkTo(ctx, writers, file))
  const lead = showSender ? `From: ${shownWriter(from)}\n` : ''
  if (asCode && body !== '') return fittedCode(lead, body, links.join('\n'))
  const invitation = event ? eventText(say, event) : ''
  const text = body || invitation || (links.length > 0 ? '' : noBody)
  return fitted(`${lead}${mentions ? text : withoutMentions(text)}`, links.join('\n'))
}

/** Stores a file, and answers its link, or the reason why there is none. */
async function linkTo(
  ctx: ContentContext,
  { sender, writer }: Writers,
  file: IncomingFile,
): Promise<string> {
  const name = fileLabel(file.name.slice(0, 300)) || 'attachment'
  if (file.bytes > ctx.config.maxFileUploadMib * 1_048_576) return `*${name}: too large*`
  try {
    const upload = await uploadFile(ctx, sender, file, writer)
    return `[${name}](${uploadUrl(upload)})`
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return `*${name}: ${plain(error.message)}*`
  }
}

function shownWriter({ name, address }: ReadMail['from']): string {
  const shown = plain(name)
  return shown === '' ? plain(address) : `**${shown}** ${plain(address)}`
}

/** A text without characters of Markdown, mentions and links. */
function plain(text: string): string {
  return text
    .slice(0, 300)
    .replace(/[\p{Cc}*`~_[\]()<>|\\#$]/gu, ' ')
    .replace(/^@|\s@/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A block of code between a lead and links; the code is cut where all are longer than a message. */
function fittedCode(lead: string, code: string, links: string): string {
  const ending = links === '' ? '' : `\n\n${links}`
  const whole = `${lead}${encloseCode(code)}${ending}`
  const excess = Buffer.byteLength(whole) - sizeLimits.contentBytes
  if (excess <= 0) return whole
  const space = Buffer.byteLength(code) - excess - Buffer.byteLength(truncated)
  return `${lead}${encloseCode(cutTo(code, Math.max(space, 0)))}${truncated}${ending}`
}

/** The first bytes of a text. A character that was cut in two is left out. */
function cutTo(text: string, bytes: number): string {
  return withoutTrailing(Buffer.from(text).subarray(0, bytes).toString(), '\ufffd').trimEnd()
}

/** A text and the links below it; the text is cut where both are longer than a message. */
function fitted(text: string, links: string): string {
  const ending = links === '' ? '' : `${text === '' ? '' : '\n\n'}${links}`
  const space = sizeLimits.contentBytes - Buffer.byteLength(ending)
  if (Buffer.byteLength(text) <= space) return `${text}${ending}`
  return `${cutTo(text, space - Buffer.byteLength(truncated))}${truncated}${ending}`
}
