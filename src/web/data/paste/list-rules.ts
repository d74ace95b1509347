import type { Rule } from 'turndown'

/** Lists without blank lines between their items. */
export const listRules: Rule[] = [
  { filter: 'li', replacement: (content, node) => item(content, node as Element) },
  { filter: isNested, replacement: (content, node) => nested(content, node as Element) },
  {
    filter: (node) => node.nodeName === 'P' && node.parentElement?.nodeName === 'LI',
    replacement: (content) => `\n${content}\n`,
  },
  {
    filter: (node) => /^MsoListParagraph/.test(node.className),
    replacement: (content) => `\n${content.trim().replace(wordMark, markOf)}\n`,
  },
]

/** Word writes lists as paragraphs that begin with their marks. */
const wordMark = /^(?:[·•§o-]|(\d+)[.)])[\s\u00a0]+/

const markOf = (_mark: string, number?: string) => (number === undefined ? '* ' : `${number}. `)

function item(content: string, node: Element): string {
  const mark = node.parentElement?.nodeName === 'OL' ? `${numberOf(node)}. ` : '* '
  return `\n${mark}${indent(content.trim(), mark.length)}\n`
}

function numberOf(node: Element): number {
  const items = Array.from(node.parentElement?.children ?? []).filter(
    ({ nodeName }) => nodeName === 'LI',
  )
  return Number(node.parentElement?.getAttribute('start') ?? 1) + items.indexOf(node)
}

const indent = (text: string, columns: number) =>
  text.replace(/\n(?=.)/g, `\n${' '.repeat(columns)}`)

/** Whether a list is in another, as its item or, in documents, beside its items. */
function isNested({ nodeName, parentElement }: Element): boolean {
  return /^[OU]L$/.test(nodeName) && /^(?:LI|[OU]L)$/.test(parentElement?.nodeName ?? '')
}

function nested(content: string, node: Element): string {
  const isBeside = node.parentElement?.nodeName !== 'LI'
  const text = content.replace(/^\n|\n$/g, '')
  return isBeside ? `\n  ${indent(text, 2)}\n` : `\n${text}\n`
}
