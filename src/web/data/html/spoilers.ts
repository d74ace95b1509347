import * as t from '../../texts/catalog'
import { iconElement } from './icon'

/** Hides the content of spoilers behind buttons; parts/markdown handles their clicks. */
export function foldSpoilers(content: ParentNode): void {
  for (const block of content.querySelectorAll('.spoiler-block')) {
    const header = block.querySelector(':scope > .spoiler-header')
    const hidden = block.querySelector<HTMLElement>(':scope > .spoiler-content')
    if (!header || !hidden) continue
    const words = header.textContent.trim()
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'spoiler-button icon-button'
    button.setAttribute('aria-expanded', 'false')
    button.setAttribute('aria-label', t.content.spoiler(words))
    button.append(iconElement('chevron-right'))
    header.prepend(button)
    if (words === '') header.append(t.content.spoiler(''))
    hidden.removeAttribute('aria-hidden')
    hidden.hidden = true
  }
}

/** Expands or collapses a spoiler. */
export function toggleSpoiler(header: Element): void {
  const button = header.querySelector('.spoiler-button')
  const hidden = header.nextElementSibling
  if (!button || !(hidden instanceof HTMLElement)) return
  hidden.hidden = !hidden.hidden
  button.setAttribute('aria-expanded', String(!hidden.hidden))
}
