import { copyText } from '../clipboard/copy-text'
import * as t from '../../texts/catalog'
import { iconElement } from './icon'
import type { Playground } from '../records/state'
import type { Reader } from './reader'

/** Adds language name, playground links and copy button to blocks of code; parts/markdown handles the clicks. */
export function addCodeTools(content: ParentNode, { playgrounds }: Reader): void {
  for (const block of content.querySelectorAll<HTMLElement>('.codehilite')) {
    const code = block.querySelector('pre')
    if (!code) continue
    const language = block.dataset['codeLanguage'] ?? ''
    code.setAttribute('role', 'group')
    code.setAttribute('aria-label', t.content.code(language))
    code.tabIndex = 0
    for (const word of code.querySelectorAll('span')) color(word)
    const links = playgrounds
      .filter((one) => one.pygments_language.toLowerCase() === language.toLowerCase())
      .map((one) => playgroundLink(one, textOf(block)))
    block.prepend(toolbar(language, links))
  }
}

/** Replaces the Pygments class of a token by our own class; tokens of other kinds get no color. */
function color(word: Element): void {
  const kind = kinds.find(([names]) => names.includes(word.className))?.[1]
  word.className = kind === undefined ? '' : `code-${kind}`
}

/** Token classes of src/server/text/markdown/highlight.ts, grouped by color. */
const kinds: readonly (readonly [readonly string[], string])[] = [
  [['k', 'kc', 'nd', 'cp', 'o'], 'word'],
  [['nf', 'nc', 'nt', 'na', 'nn', 'nl'], 'name'],
  [['s', 'sc', 'sr', 'ss', 'gi'], 'text'],
  [['m', 'mi', 'mf', 'mh', 'mb', 'mo', 'no', 'nb', 'ni'], 'number'],
  [['c'], 'comment'],
  [['gd'], 'removed'],
]

function toolbar(language: string, links: readonly Node[]): HTMLElement {
  const tools = document.createElement('div')
  tools.className = 'code-tools'
  const name = document.createElement('span')
  name.textContent = language
  tools.append(name, ...links, copyButton())
  return tools
}

/** Link that opens the code in a playground. Source: docs/protocol/realm-settings.md#playgrounds. */
function playgroundLink({ name, url_template: template }: Playground, code: string): HTMLElement {
  const link = document.createElement('a')
  link.className = 'code-playground'
  link.href = template.replace(expression, (_typed, sign: string) => {
    const isNamed = /[;?&]/.test(sign)
    const keepsReserved = /[+#]/.test(sign)
    const value = (keepsReserved ? encodeURI : encodeURIComponent)(code)
    return `${sign === '+' ? '' : sign}${isNamed ? 'code=' : ''}${value}`
  })
  link.setAttribute('aria-label', t.content.tryIn(name))
  link.append(iconElement('external-link'), name)
  return link
}

/** The `code` variable of an RFC 6570 template; the server accepts no other variable. */
const expression = /\{([+#./;?&]?)code\}/g

function copyButton(): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'code-copy icon-button'
  button.setAttribute('aria-label', t.content.copyCode)
  button.append(iconElement('copy'))
  return button
}

function textOf(block: Element): string {
  return (block.querySelector('code')?.textContent ?? '').replace(/\n$/, '')
}

/** Copies the block of the clicked button and shows a check mark in its place. */
export async function copyCode(button: Element): Promise<void> {
  const block = button.closest('.codehilite')
  await copyText(block ? textOf(block) : '')
  button.setAttribute('aria-label', t.content.copied)
  button.replaceChildren(iconElement('check'))
}
