import { isOwn } from '../../data/html/address'

export interface Picture {
  messageId: number
  address: string
  name: string
}

/** All pictures of the messages on the page, in order; those of other hosts with the address of the server's proxy. */
export function listPictures(): Picture[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('[data-content] a.picture-link')
  return Array.from(links, (link) => {
    const picture = link.querySelector('img')
    const isHere = isOwn(new URL(link.href))
    return {
      messageId: Number(link.closest<HTMLElement>('[data-message-id]')?.dataset['messageId']),
      address: isHere ? link.href : (picture?.src ?? link.href),
      name: picture?.alt ?? '',
    }
  })
}
