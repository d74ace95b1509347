import { addressIn, isOwn } from './address'

/** Opens links to other sites and to files in a new tab, without referrer or opener. */
export function openOutside(content: ParentNode): void {
  for (const link of content.querySelectorAll('a[href]')) {
    const address = addressIn(link, 'href')
    if (!address || !/^(?:https?|ftp|file):$/.test(address.protocol)) continue
    if (isOwn(address) && !isFile(address)) continue
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
}

function isFile({ pathname }: URL): boolean {
  return /^[/](?:user_uploads|external_content|avatar|user_avatars)[/]/.test(pathname)
}
