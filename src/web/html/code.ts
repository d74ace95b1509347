import * as t from '../i18n/en'
import { iconElement } from './icon'
import type { Playground, Reader } from './reader'

/** Blocks of code with the name of their language, links to where it can be tried, and a button that copies; parts/markdown answers its clicks. */
export function addCodeTools(content: ParentNode, { playgrounds }: Reader): void {
  for (const block of content.querySelectorAll<HTMLElement>('.codehilite')) {
    const code = block.querySelector('pre')
    if (!code) continue
    const language = block.dataset['codeLanguage'] ?? ''
    code.setAttribute('role', 'group')
    code.setAttribute('aria-label', t.content.code(language))
    code.tabIndex = 0
    for (const word of code.querySelectorAll('span')) colour(word)
    const links = playgrounds
      .filter((one) => one.pygments_language.toLowerCase() === language.toLowerCase())
      .map((one) => playgroundLink(one, textOf(block)))
    block.prepend(toolbar(language, links))
  }
}

/** The class of a word, from the short one of Pygments; others stay plain. */
function colour(word: Element): void {
  const kind = kinds.find(([names]) => names.includes(word.className))?.[1]
  word.className = kind === undefined ? '' : `code-${kind}`
}

/** What src/markdown/highlight.ts tells apart, in as many colours as the eye does. */
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

/** Leads to where the code can be tried. Source: docs/protocol/realm-settings.md#playgrounds. */
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

/** Where the code goes, in a template of RFC 6570: the server takes no other variable. */
const expression = /\{([+#./;?&]?)code\}/g

function copyButton(): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'code-copy icon-button'
  button.setAttribute('aria-label', t.content.copyCode)
  button.append(iconElement('copy'))
  return button
}

/** The code in a block. */
function textOf(block: Element): string {
  return (block.querySelector('code')?.textContent ?? '').replace(/\n$/, '')
}

/** Copies the block that a button belongs to, and says so in the button's place. */
export async function copyCode(button: Element): Promise<void> {
  const block = button.closest('.codehilite')
  await navigator.clipboard.writeText(block ? textOf(block) : '')
  button.setAttribute('aria-label', t.content.copied)
  button.replaceChildren(iconElement('check'))
}
