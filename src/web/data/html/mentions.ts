import type { Reader } from './reader'

/**
 * Shows mentions with current names and marks the reader's own with the class `own`. Mentions of users become links,
 * so that the keyboard reaches them.
 */
export function showMentions(content: ParentNode, reader: Reader): void {
  for (const mention of content.querySelectorAll<HTMLElement>('.user-mention[data-user-id]')) {
    const id = Number(mention.dataset['userId'])
    if (Number.isNaN(id)) mention.classList.add('own')
    else mention.replaceWith(personLink(mention, id, reader))
  }
  for (const mention of content.querySelectorAll<HTMLElement>('.user-group-mention')) {
    if (reader.isInGroup(Number(mention.dataset['userGroupId']))) mention.classList.add('own')
  }
  for (const mention of content.querySelectorAll('.topic-mention')) mention.classList.add('own')
}

function personLink(mention: HTMLElement, id: number, reader: Reader): HTMLElement {
  const link = document.createElement('a')
  link.className = mention.className
  link.dataset['userId'] = String(id)
  link.href = reader.hrefOfPerson(id)
  const name = reader.nameOf(id)
  const sign = mention.classList.contains('silent') ? '' : '@'
  link.textContent = name === undefined ? mention.textContent : sign + name
  if (id === reader.ownId) link.classList.add('own')
  return link
}
