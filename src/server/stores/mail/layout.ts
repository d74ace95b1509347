/*
 * The layout of all mails. A mail is a few paragraphs and optionally a button; its text and its HTML are made
 * of the same blocks. Styles are inline, and nothing is fetched: mail programs show nothing else.
 */

/** A message of the organization. */
interface MessageBlock {
  kind: 'message'
  /** Its sender and time; empty: those of the message before. */
  by: string
  text: string
  /** Safe HTML of the text; absent: the text line by line. */
  html?: string
}

/** A part of a mail. */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** A quoted text of a user, line by line. */
  | { kind: 'quote'; text: string }
  | MessageBlock
  /** A heading that leads somewhere. */
  | { kind: 'link'; label: string; url: string }
  /** The main action; its address is written out below for programs without buttons. */
  | { kind: 'button'; label: string; url: string }

export interface Letter {
  subject: string
  blocks: readonly Block[]
  /** Reason and sender of the mail, below the line. */
  footer: readonly string[]
  /** Further headers of the mail. */
  headers?: Readonly<Record<string, string>>
  /** Address for answers. */
  replyTo?: string
}

/** A letter with its frame. */
export interface Framed extends Letter {
  /** Language tag of the letter. */
  language: string
  /** Name of the organization. */
  realm: string
  realmUrl: string
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const quote = (text: string): Block => ({ kind: 'quote', text })
export const message = (by: string, text: string, html?: string): Block => ({
  kind: 'message',
  by,
  text,
  ...(html === undefined ? {} : { html }),
})
export const link = (label: string, url: string): Block => ({ kind: 'link', label, url })
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })

/** A letter as plain text. */
export function textOf({ blocks, footer, realm, realmUrl }: Framed): string {
  const parts = blocks.map((block) => {
    switch (block.kind) {
      case 'paragraph':
        return block.text
      case 'quote':
        return block.text
          .split('\n')
          .map((line) => `> ${line}`.trimEnd())
          .join('\n')
      case 'message':
        return block.by === '' ? block.text : `${block.by}\n${block.text}`
      case 'link':
        return `${block.label}\n${block.url}`
      case 'button':
        return `${block.label}:\n${block.url}`
    }
  })
  // Mail programs recognize the dashes as the start of the signature.
  return `${[...parts, ['-- ', ...footer, `${realm} · ${realmUrl}`].join('\n')].join('\n\n')}\n`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const textColor = '#1f2430'
const quietColor = '#5b6270'
const accent = '#2f5bd0'

/** A letter as an HTML page. */
export function htmlOf(letter: Framed): string {
  const { blocks, footer, language, realm, realmUrl, subject, headers } = letter
  const stop = /^<(.*)>$/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1]
  const small = `margin:0 0 4px;font-size:13px;line-height:1.5;color:${quietColor}`
  return `<!DOCTYPE html>
<html lang="${escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f7;color:${textColor};${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dfe2e8;border-radius:8px"><tr><td style="padding:28px 28px 20px">
<p style="margin:0 0 20px;font-size:15px;font-weight:600;color:${quietColor}">${escape(realm)}</p>
${blocks.map(blockHtml).join('\n')}
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:16px 28px">
${footer.map((line) => `<p style="${small}">${footerHtml(line, stop)}</p>`).join('\n')}
<p style="${small}"><a href="${escape(realmUrl)}" style="color:${quietColor}">${escape(realmUrl)}</a></p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** A line of the footer, with the address that ends such mails as a link. */
function footerHtml(line: string, stop: string | undefined): string {
  const at = stop === undefined ? -1 : line.indexOf(stop)
  if (stop === undefined || at < 0) return escape(line)
  const address = escape(stop)
  const link = `<a href="${address}" style="color:${quietColor}">${address}</a>`
  return `${escape(line.slice(0, at))}${link}${escape(line.slice(at + stop.length))}`
}

function blockHtml(block: Block): string {
  const paragraphStyle = 'margin:0 0 16px;font-size:16px;line-height:1.5;overflow-wrap:anywhere'
  switch (block.kind) {
    case 'paragraph':
      return `<p style="${paragraphStyle}">${withBreaks(block.text)}</p>`
    case 'quote':
      return `<blockquote style="margin:0 0 16px;padding:2px 0 2px 12px;border-left:3px solid #dfe2e8;font-size:16px;line-height:1.5;overflow-wrap:anywhere">${withBreaks(block.text)}</blockquote>`
    case 'message':
      return messageHtml(block, paragraphStyle)
    case 'link':
      return `<p style="margin:0 0 8px;font-size:16px;line-height:1.5;font-weight:600;overflow-wrap:anywhere"><a href="${escape(block.url)}" style="color:${accent};text-decoration:none">${escape(block.label)}</a></p>`
    case 'button':
      return `<p style="margin:0 0 16px"><a href="${escape(block.url)}" style="display:inline-block;padding:11px 20px;background:${accent};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;border-radius:6px">${escape(block.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${quietColor};overflow-wrap:anywhere"><a href="${escape(block.url)}" style="color:${quietColor}">${escape(block.url)}</a></p>`
  }
}

function messageHtml({ by, text, html }: MessageBlock, style: string): string {
  const head = by === '' ? '' : `<strong>${escape(by)}</strong>`
  if (html === undefined) {
    return `<p style="${style}">${head}${head === '' ? '' : '<br>\n'}${withBreaks(text)}</p>`
  }
  return `<div style="${style}">${head}\n${html}</div>`
}

function withBreaks(text: string): string {
  return escape(text).replaceAll('\n', '<br>\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}
