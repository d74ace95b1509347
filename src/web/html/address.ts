/*
 * Nodes that were just parsed belong to no page, so that their own `src` and `href` are not resolved
 * against this one.
 */

/** What an attribute leads to; undefined where it is absent or no address. */
export function addressIn(element: Element, attribute: 'href' | 'src'): URL | undefined {
  const value = element.getAttribute(attribute)
  return value !== null && URL.canParse(value, document.baseURI)
    ? new URL(value, document.baseURI)
    : undefined
}

/** Whether something is loaded from this server, so that no other hears of the reader. */
export function isOwn(address: URL | undefined): address is URL {
  return address?.origin === location.origin
}
