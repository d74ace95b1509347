import { t } from '../i18n/t'
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
    block.prepend(toolbar(language))
  }
}

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
