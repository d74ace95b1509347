import * as t from '../../texts/catalog'
import { addressIn, isOwn } from './address'
import { fitPicture, nameOfPicture } from './fit'
import { openOutside } from './links'

/**
 * Reserves space for pictures, so that nothing moves when they load. Pictures of other hosts become links, because
 * loading them would reveal the reader to those hosts.
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
  for (const link of content.querySelectorAll<HTMLElement>('.message_embed_image')) {
    const picture = document.createElement('img')
    picture.src = link.dataset['image'] ?? ''
    picture.alt = ''
    link.replaceChildren(picture)
    // The title's link covers the preview.
    link.removeAttribute('href')
  }
  for (const picture of content.querySelectorAll('img, audio, video')) {
    if (!isLoadable(picture)) picture.replaceWith(picture.getAttribute('alt') ?? '')
    else if (picture instanceof HTMLAudioElement) placeSound(picture)
    else picture.setAttribute('loading', 'lazy')
  }
}

/** Excludes `/avatar/…`, which may redirect to another host. */
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
  // The box keeps its size, so that nothing moves.
  picture.onerror = () => {
    const box = document.createElement('span')
    box.className = 'picture-missing'
    box.style.width = `${width}px`
    box.style.aspectRatio = `${width}/${height}`
    box.textContent = t.content.pictureMissing
    picture.replaceWith(box)
  }
}

function placeFilm(film: HTMLVideoElement, link: HTMLAnchorElement): void {
  film.controls = true
  film.preload = 'metadata'
  film.setAttribute('aria-label', nameOf(link))
  // Inside a link, a click on the controls would follow the link.
  link.replaceWith(film)
}

/** Sound of another host becomes a link if the server does not get it. */
function placeSound(sound: HTMLAudioElement): void {
  sound.onerror = () => {
    const link = document.createElement('a')
    link.href = sound.dataset['originalUrl'] ?? sound.src
    link.textContent = sound.title
    const shown = document.createDocumentFragment()
    shown.append(link)
    openOutside(shown)
    sound.replaceWith(shown)
  }
}

function nameOf(link: HTMLAnchorElement): string {
  return nameOfPicture(link.title, addressIn(link, 'href')?.pathname ?? '')
}

/** Replaces a preview by a link, or removes it if the text has that link already. */
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
