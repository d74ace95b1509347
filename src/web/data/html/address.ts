/*
 * Freshly parsed nodes belong to an inert document, so their own `src` and `href` properties are not resolved
 * against this page.
 */

/** Absolute URL in an attribute; undefined if the attribute is absent or invalid. */
export function addressIn(element: Element, attribute: 'href' | 'src'): URL | undefined {
  const value = element.getAttribute(attribute)
  return value !== null && URL.canParse(value, document.baseURI)
    ? new URL(value, document.baseURI)
    : undefined
}

/** Whether a URL is on this server, so that loading it reveals nothing about the reader to other hosts. */
export function isOwn(address: URL | undefined): address is URL {
  return address?.origin === location.origin
}
