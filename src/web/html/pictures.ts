import { addressIn, isOwn } from './address'
import { fitPicture, nameOfPicture } from './fit'

/**
 * Room for pictures before they are there, so that nothing moves when they come. What other hosts have
 * is not loaded, as that would tell them who reads it: such pictures are links.
 */
export function placePictures(content: ParentNode): void {
  for (const preview of content.querySelectorAll('.message_inline_image')) {
    const link = preview.querySelector('a')
    const shown = preview.querySelector('img, video')
    if (!link || !shown) preview.remove()
    else if (!isLoadable(shown)) showAsLink(content, preview, link)
    else if (shown instanceof HTMLVideoElement) placeFilm(shown, link)
    else placePicture(shown as HTMLImageElement, link)
  }
  for (const picture of content.querySelectorAll('img, audio, video')) {
    if (!isLoadable(picture)) picture.replaceWith(picture.getAttribute('alt') ?? '')
    else picture.setAttribute('loading', 'lazy')
  }
}

/** `/avatar/…` leads to wherever the avatar is, which may be another host. */
function isLoadable(shown: Element): boolean {
  const address = addressIn(shown, 'src')
  return isOwn(address) && !address.pathname.startsWith('/avatar/')
}

function placePicture(picture: HTMLImageElement, link: HTMLAnchorElement): void {
  const [width, height] = fitPicture(picture.dataset['originalDimensions'])
  picture.width = width
  picture.height = height
  picture.decoding = 'async'
  picture.alt = nameOf(link)
  link.classList.add('picture-link')
}

function placeFilm(film: HTMLVideoElement, link: HTMLAnchorElement): void {
  film.controls = true
  film.preload = 'metadata'
  film.setAttribute('aria-label', nameOf(link))
  // In a link, a click on the controls would follow it.
  link.replaceWith(film)
}

function nameOf(link: HTMLAnchorElement): string {
  return nameOfPicture(link.title, addressIn(link, 'href')?.pathname ?? '')
}

/** A link in place of a preview, unless the text has it already. */
function showAsLink(content: ParentNode, preview: Element, link: HTMLAnchorElement): void {
  const address = link.getAttribute('href') ?? ''
  const isInText = [...content.querySelectorAll('a')].some(
    (other) => other.getAttribute('href') === address && !other.closest('.message_inline_image'),
  )
  if (isInText) return preview.remove()
  link.textContent = link.title || address
  const paragraph = document.createElement('p')
  paragraph.append(link)
  preview.replaceWith(paragraph)
}
