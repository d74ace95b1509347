import sprite from 'icons.svg'
import type { IconName } from '../../lib/icon-names'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Same drawing as <Icon>, for content outside of components. */
export function iconElement(name: IconName): SVGElement {
  const icon = document.createElementNS(svgNamespace, 'svg')
  icon.setAttribute('class', 'content-icon')
  icon.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(svgNamespace, 'use')
  use.setAttribute('href', `${sprite}#${name}`)
  icon.append(use)
  return icon
}
