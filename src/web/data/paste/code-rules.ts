import type { Rule } from 'turndown'

/** Puts a fence around a text, as `encloseCode` of the shared rules does; the caller's chunk has it. */
export type Enclose = (text: string, info: string) => string

/** Code in a line, and blocks of code with their language. */
export const codeRules = (enclose: Enclose): Rule[] => [
  { filter: 'code', replacement: (content, node) => code(content, node as Element, enclose) },
  { filter: 'pre', replacement: (content, node) => codeBlock(content, node as Element, enclose) },
]

function code(content: string, node: Element, enclose: Enclose): string {
  if (node.closest('pre') || content.trim() === '') return content
  if (content.trim().includes('\n')) return codeBlock(content, node, enclose)
  const runs = Array.from(content.matchAll(/`+/g), ([run]) => run.length)
  const mark = '`'.repeat(runs.includes(1) ? Math.max(...runs) + 1 : 1)
  const space = /^`|`$/.test(content) ? ' ' : ''
  return mark + space + content + space + mark
}

function codeBlock(content: string, node: Element, enclose: Enclose): string {
  const text = node.querySelector('br') ? content : node.textContent
  return `\n\n${enclose(text.replace(/^\n|\n$/g, ''), languageOf(node))}\n\n`
}

function languageOf(node: Element): string {
  const named = node.closest('[data-code-language]')?.getAttribute('data-code-language')
  const classes = [node, node.firstElementChild, node.parentElement]
  const all = classes.map((one) => one?.getAttribute('class') ?? '').join(' ')
  const found = named ?? /\b(?:lang(?:uage)?|highlight-source|brush:)[- ]([\w+#]+)/.exec(all)?.[1]
  return found?.toLowerCase().replace(/[^\w+#.-]/g, '') ?? ''
}
