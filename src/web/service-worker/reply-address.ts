/** The query by which a new page knows that *Reply* of a notification opened it. */
export const replyQuery = '?reply'

/** @param url that of the push: a fragment of the app's address */
export function replyAddress(url: string): string {
  return url.replace(/^\/(?=#)/, `/${replyQuery}`)
}
