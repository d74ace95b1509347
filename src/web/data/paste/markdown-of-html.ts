/*
 * Lazy chunk: turns HTML on the clipboard into Markdown. parts/compose/paste-markup.ts loads it with the first paste of text
 * that has links, lists or the like.
 */
import Turndown from 'turndown'
import type { Rule } from 'turndown'
import { parseServerHtml } from '../html/parse'
import { cleanHtml } from './clean-html'
import { codeRules } from './code-rules'
import type { Enclose } from './code-rules'
import { listRules } from './list-rules'
import { messageRules } from './message-rules'
import { tableRules } from './table-rules'

/**
 * The Markdown of HTML on the clipboard.
 *
 * @param plain the same as plain text
 * @returns undefined where plain text is better: code alone, and text without markup
 */
export function markdownOfHtml(html: string, plain: string, enclose: Enclose): string | undefined {
  const clean = cleanHtml(html)
  if (clean === undefined) return undefined
  // The sanitizer of messages is the only place that makes nodes of HTML.
  const content = parseServerHtml(clean)
  if (isCodeAlone(content)) return undefined
  const markdown = tidy(converter(enclose).turndown(content))
  return markdown === '' || wordsOf(markdown) === wordsOf(plain) ? undefined : markdown
}

const wordsOf = (text: string) => text.replace(/\s+/g, '')

function isCodeAlone(content: DocumentFragment): boolean {
  const code = content.querySelector('pre, code')?.textContent.trim()
  return code !== undefined && code === content.textContent.trim()
}

function tidy(markdown: string): string {
  const text = markdown
    .replace(/\u00a0/g, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim()
  // One line is often a part of a sentence.
  return text.includes('\n') ? text : text.replace(/^(?:#+|[*>]|\d+[.]) /, '')
}

function converter(enclose: Enclose): Turndown {
  const turndown = new Turndown({ headingStyle: 'atx', hr: '---', emDelimiter: '*', br: '' })
  // Parley's Markdown has no escapes; signs in pasted text are as those that people type.
  turndown.escape = (text) => text
  const rules = [
    ...textRules,
    ...listRules,
    ...codeRules(enclose),
    ...messageRules(enclose),
    ...tableRules(),
  ]
  rules.forEach((rule, index) => turndown.addRule(`own-${index}`, rule))
  return turndown
}

const textRules: Rule[] = [
  { filter: 'a', replacement: (content, node) => link(content, node as HTMLElement) },
  { filter: 'img', replacement: (_content, node) => picture(node as HTMLElement) },
  {
    filter: ['strong', 'em', 'del'],
    replacement: (content, node) => emphasis(content, node as HTMLElement),
  },
]

/** Only addresses that mean the same everywhere; the sanitizer has removed scripts. */
const absolute = /^(?:https?:\/\/|mailto:|tel:)/i

const addressOf = (node: Element, name: string) =>
  (node.getAttribute(name) ?? '')
    .trim()
    .replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

function link(content: string, node: HTMLElement): string {
  const href = addressOf(node, 'href')
  const label = oneLine(content)
  // The link around the time of a message or comment is its address.
  const isPlain = Boolean(node.querySelector('pre, table, time'))
  if (isPlain || label === '' || !absolute.test(href)) return content
  if (bare(href) === bare(label)) return /^https?:/i.test(href) ? href : label
  return `[${label}](${href})`
}

const bare = (address: string) => address.replace(/^(?:https?:\/\/|mailto:|tel:)|\/$/gi, '')

/** A label: no blocks, and no brackets outside of code. The lookarounds keep the work linear. */
function oneLine(content: string): string {
  return content
    .trim()
    .replace(/^#+ /gm, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<!`)(`+)(?!`)[^`]+\1|[[\]]/g, (found) =>
      found.length > 1 ? found : `&#${found.charCodeAt(0)};`,
    )
}

function picture(node: HTMLElement): string {
  const alt = oneLine(node.getAttribute('alt') ?? '')
  const src = addressOf(node, 'src')
  const isPart = /\bemoji\b/.test(node.className) || node.closest('a') !== null
  return alt === '' || isPart || !/^https?:/i.test(src) ? alt : `[${alt}](${src})`
}

function emphasis(content: string, node: HTMLElement): string {
  const marks = { STRONG: '**', EM: '*', DEL: '~~' }[node.nodeName] ?? ''
  const around = `${node.nodeName}, code, pre, h1, h2, h3, h4, h5, h6, th`
  const isMarked = Boolean(node.parentElement?.closest(around))
  // A mark cannot reach over paragraphs.
  if (isMarked || content.trim() === '' || /\n\s*\n/.test(content)) return content
  return `${marks}${content}${marks}`
}
