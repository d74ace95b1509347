import { addressIn, isOwn } from './address'

/** Links to other sites, and to files, open beside the app, and tell those sites nothing of it. */
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
