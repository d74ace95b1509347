import type { Rule } from 'turndown'
import type { Enclose } from './code-rules'

/** Parts of messages that were copied in this app, or in another client. */
export const messageRules = (enclose: Enclose): Rule[] => [
  { filter: has(/\bcode-tools\b|\bmessage_inline_image\b/), replacement: () => '' },
  {
    filter: has(/\buser-mention\b|\btopic-mention\b/),
    replacement: (text, node) => mention(text, node as Element),
  },
  { filter: has(/\buser-group-mention\b/), replacement: (text) => `@*${text.replace(/^@/, '')}*` },
  {
    filter: (node) =>
      node.nodeName === 'A' &&
      node.hasAttribute('data-stream-id') &&
      /^#[^*]+$/.test(node.textContent),
    replacement: (_text, node) => `#**${(node.textContent ?? '').slice(1).replace(' > ', '>')}**`,
  },
  {
    // The app shows the time that the reader's zone has; the title is the time as it was written.
    filter: (node) => node.nodeName === 'TIME' && isMoment(node),
    replacement: (_text, node) => `<time:${(node as Element).getAttribute('datetime') ?? ''}>`,
  },
  { filter: has(/\bspoiler-header\b/), replacement: (text) => `\n${text.trim()}\n` },
  { filter: has(/\bspoiler-block\b/), replacement: (text) => spoiler(text, enclose) },
  {
    filter: (node) => node.nodeName === 'math',
    replacement: (text, node) => formula(text, node as Element, enclose),
  },
]

function has(classes: RegExp) {
  return (node: Element) => classes.test(node.getAttribute('class') ?? '')
}

const isMoment = (node: Element) => {
  const moment = node.getAttribute('datetime')
  return moment !== null && moment === node.getAttribute('title')
}

function mention(text: string, node: Element): string {
  const isSilent = /\bsilent\b/.test(node.getAttribute('class') ?? '')
  return `@${isSilent ? '_' : ''}**${text.replace(/^@/, '')}**`
}

/** The first line is the header. The content of a folded spoiler is not copied. */
function spoiler(text: string, enclose: Enclose): string {
  const [header = '', ...lines] = text.trim().split('\n')
  const content = lines.join('\n').trim()
  return `\n\n${content === '' ? header : enclose(content, `spoiler ${header}`)}\n\n`
}

function formula(text: string, node: Element, enclose: Enclose): string {
  const tex = node.querySelector('annotation')?.textContent.trim()
  if (tex === undefined || tex === '') return text
  return node.getAttribute('display') === 'block' ? `\n\n${enclose(tex, 'math')}\n\n` : `$$${tex}$$`
}
