import * as t from '../i18n/en'
import { iconElement } from './icon'

/** Blocks of code with the name of their language and a button that copies; parts/markdown answers its clicks. */
export function addCodeTools(content: ParentNode): void {
  for (const block of content.querySelectorAll<HTMLElement>('.codehilite')) {
    const code = block.querySelector('pre')
    if (!code) continue
    const language = block.dataset['codeLanguage'] ?? ''
    code.setAttribute('role', 'group')
    code.setAttribute('aria-label', t.content.code(language))
    code.tabIndex = 0
    for (const word of code.querySelectorAll('span')) colour(word)
    block.prepend(toolbar(language))
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

function toolbar(language: string): HTMLElement {
  const tools = document.createElement('div')
  tools.className = 'code-tools'
  const name = document.createElement('span')
  name.textContent = language
  tools.append(name, copyButton())
  return tools
}

function copyButton(): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'code-copy icon-button'
  button.setAttribute('aria-label', t.content.copyCode)
  button.append(iconElement('copy'))
  return button
}

/** Copies the block that a button belongs to, and says so in the button's place. */
export async function copyCode(button: Element): Promise<void> {
  const code = button.closest('.codehilite')?.querySelector('code')?.textContent ?? ''
  await navigator.clipboard.writeText(code.replace(/\n$/, ''))
  button.setAttribute('aria-label', t.content.copied)
  button.replaceChildren(iconElement('check'))
}
