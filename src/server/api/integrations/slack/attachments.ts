import { bold, link, oneLine } from '../message/inline'
import { joinUntilFull } from '../message/length'
import { utcMinute } from '../message/times'
import { markdownOfBlocks, plainTextOf } from './blocks'
import { markdownOfMrkdwn } from './mrkdwn'
import type { Attachment } from './schema'

/** Attachments as Markdown; older senders use them instead of blocks. */
export function markdownOfAttachments(
  attachments: readonly Attachment[] | null | undefined,
): string {
  return joinUntilFull(attachments, '\n\n', markdownOfAttachment)
}

function markdownOfAttachment(attachment: Attachment): string {
  const parts = [
    markdownOfMrkdwn(attachment.pretext ?? ''),
    linked(attachment.author_name, attachment.author_link),
    titleOf(attachment),
    markdownOfMrkdwn(attachment.text ?? ''),
    fieldsOf(attachment),
    markdownOfBlocks(attachment.blocks),
    imageOf(attachment),
    actionsOf(attachment),
    footerOf(attachment),
  ]
  return parts.filter(Boolean).join('\n\n') || markdownOfMrkdwn(attachment.fallback ?? '')
}

function titleOf({ title, title_link }: Attachment): string {
  if (!title) return ''
  return title_link ? `**${link(title, title_link)}**` : bold(title)
}

function linked(label: string | null | undefined, url: string | null | undefined): string {
  return label ? link(label, url) : ''
}

function fieldsOf({ fields }: Attachment): string {
  return joinUntilFull(fields, '\n', ({ title, value }) => {
    const text = markdownOfMrkdwn(String(value ?? ''))
    const field = [title ? `${bold(title)}:` : '', text].filter(Boolean).join(' ')
    return field && `* ${field}`
  })
}

function imageOf({ image_url, thumb_url }: Attachment): string {
  const url = image_url || thumb_url
  return url ? link('image', url) : ''
}

function actionsOf({ actions }: Attachment): string {
  return joinUntilFull(actions, ' · ', ({ text, url }) =>
    url ? link(plainTextOf(text) || url, url) : '',
  )
}

function footerOf({ footer, ts }: Attachment): string {
  // Some senders write the seconds as text, with a fraction.
  return [oneLine(footer ?? ''), utcMinute(Number(ts ?? 0))].filter(Boolean).join(' | ')
}
